/** Begins a quoted message whose lines are not marked by ">". */
export const quotation =
  /^\s*(?:-{3}|_{10}|(?:from|von|de|van) ?:|.{0,200}(?:wrote|schrieb|écrit|escribió|schreef)(?!\p{L}).{0,200}:\s*$)/iu
