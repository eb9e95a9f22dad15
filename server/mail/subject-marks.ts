/** Marks of replies that email programs write in the language of their user. */
const replyMarks =
  're|aw|antw|antwort|sv|vá|réf|res|rif|r|odp|ynt|atb|bls|απ|αντ|σχετ|отв|на|відп|回复|答复|回覆|返信|회신'
/** Marks of forwards. `İ` has no lower case of one character that the flag `i` could match. */
const forwardMarks = 'fwd?|wg|vs|vb|vl|tr|rv|enc|i|pd|doorst|továbbítás|i̇lt|İlt|ilt|trs|πρθ|прд|пер|转发|轉寄|転送|전달'

const markOf = (words: string): string => String.raw`(?:${words})\s{0,2}(?:[[(]\d{1,3}[\])])?\s{0,2}[:：]`

/** All marks at the beginning of a subject. */
export const leadingSubjectMarks = new RegExp(`^(?:\\s{0,5}${markOf(`${replyMarks}|${forwardMarks}`)})+`, 'iu')

/** `[Ticket #123]`, `(Case 5)`, `{7}`. */
const tag = String.raw`(?:\[[^\][]{0,80}\]|\([^()]{0,80}\)|\{[^{}]{0,80}\})`
const leadingPart = new RegExp(`^\\s*(?:(${markOf(`${replyMarks}|${forwardMarks}`)})|${tag})\\s*`, 'iu')
const trailingTag = new RegExp(`\\s*${tag}$`, 'u')
const forwardMark = new RegExp(String.raw`(?<![\p{L}\p{N}])${markOf(forwardMarks)}\s*`, 'giu')
/** What mail gateways write before the subject of any email from outside. */
const gatewayMark =
  /(?<!\p{L})(?:ext|extern|external|e-?mail|sender|message|caution|(?:suspected |possible )?spam)(?!\p{L})/giu

const lineOf = (subject: string): string => subject.normalize('NFKC').replace(/\s+/gu, ' ').trim()

/** The subject without marks and tags at its ends, in lower case ('' where nothing else was in it). */
export function subjectCore(subject: string): { core: string; hasMark: boolean } {
  let core = lineOf(subject)
  let hasMark = false
  for (let part = leadingPart.exec(core); part; part = leadingPart.exec(core)) {
    hasMark ||= part[1] !== undefined
    core = core.slice(part[0].length)
  }
  while (trailingTag.test(core)) core = core.replace(trailingTag, '')
  return { core: core.trim().toLowerCase(), hasMark }
}

/**
 * The cores of the forwards that a subject may answer: "[Ticket #1] Re: Fwd: Offer" and "We got it: FW: Offer" answer a
 * forward of "Offer". A subject that only begins with the mark of a forward is a forward itself.
 */
export function answeredForwardCores(subject: string): string[] {
  const line = lineOf(subject)
  const cores = [...line.matchAll(forwardMark)]
    .filter(({ index, 0: mark }) => isAnswerBefore(line.slice(0, index), mark))
    .map(({ index, 0: mark }) => subjectCore(line.slice(index + mark.length)).core)
  return [...new Set(cores)].filter((core) => core !== '')
}

/** A mark of one letter may also be a word of the subject, unless other marks or tags stand before it. */
const isAnswerBefore = (before: string, mark: string): boolean =>
  /[\p{L}\p{N}]/u.test(before.replace(forwardMark, '').replace(gatewayMark, '')) &&
  (!/^i\W/iu.test(mark) || /[:：\])}]\s*$/u.test(before))
