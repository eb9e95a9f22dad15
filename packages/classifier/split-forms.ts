/** Instructions in which no exception is split by a comma, a colon, a point or a line. */
export function withoutSplitForms(text: string): string {
  const listed = text.replace(
    LIST_AFTER_EXCEPTION,
    (_, word: string, items: string) => word + items.replace(BULLET, ', ').replace(',', ''),
  )
  return REWRITES.reduce((plain, [form, other]) => plain.replace(form, other), listed)
}

/** "Everything from firm.example except:\n- newsletters\n- ads". The word "not" may also end its line. */
const EXCEPTION =
  'except|excluding|without|außer|ohne|sauf|sans|excepto|salvo|behalve|zonder|(?:not|nicht|pas|no|niet)(?=:)'
const LIST_AFTER_EXCEPTION = new RegExp(String.raw`(?<!\p{L})(${EXCEPTION}):?[ \t]*((?:\n\s*[-*•–][^\n]*)+)`, 'giu')
const BULLET = /\s*\n\s*[-*•–][ \t]*/g

const REWRITES: readonly (readonly [RegExp, string])[] = [
  // "Newsletters, however, go to Reading."
  [/,\s*(however|though|jedoch|allerdings|cependant|toutefois|sin embargo|echter),/gi, ' $1'],
  // "…, es sei denn, es ist Werbung", "not: newsletters".
  [/(?<!\p{L})(es sei denn),|(?<!\p{L})(not|nicht|pas|niet):/giu, '$1$2'],
  [/(?<![\p{L}\p{N}])(?:excl|exkl|ausgen)(?!\p{L})\.?/giu, 'except'],
  [/(?<![\p{L}\p{N}])(?:incl|inkl)(?!\p{L})\.?/giu, 'including'],
  // "Newsletter bleiben, wo sie sind".
  [/,\s*((?:là )?où (?:ils|elles) sont|wo sie sind|waar ze zijn)(?!\p{L})/giu, ' $1'],
  [/(?<![\p{L}\p{N}])w\/o(?!\p{L})/giu, 'without'],
  // "Op de nieuwsbrieven na", "sla nieuwsbrieven over".
  [/(?<!\p{L})op ((?:\p{L}{1,30} ){1,4})na(?=\s*(?:$|[.,;:!()\n]))/giu, 'behalve $1'],
  [/(?<!\p{L})(leave|lass) ((?:\p{L}{1,30} ){1,4})(?:alone|in ruhe|liegen)(?!\p{L})/giu, '$1 $2in the inbox'],
  [/(?<!\p{L})sla ((?:\p{L}{1,30} ){1,4})over(?=\s*(?:$|[.,;:!()\n]))/giu, 'negeer $1'],
]
