import { confirmsReceipt, hasRequestNumber } from './acknowledgements.ts'

/** Marks of replies that email programs write in the language of their user. */
const replyMarks =
  're|aw|antw|antwort|antwoord|sv|svar|vá|válasz|réf|rép|réponse|res|resp|respuesta|rif|r|odp|odg|ynt|yanıt|cevap|' +
  'atb|ats|bls|balas|απ|απάντηση|αντ|σχετ|отв|ответ|отг|одг|на|відп|відповідь|رد|پاسخ|השב|תשובה|ตอบ|trả lời|' +
  '回复|答复|回覆|答覆|返信|회신|답장'
/** Marks of forwards. `İ` has no lower case of one character that the flag `i` could match. */
const forwardMarks =
  'fwd?|wg|wtrlt|vs|vb|vl|tr|rv|enc|i|pd|doorst|' +
  'továbbítás|i̇lt|İlt|ilt|trs|πρθ|прд|пер|пересл|تحويل|إعادة توجيه|הועבר|' +
  'ส่งต่อ|chuyển tiếp|转发|轉寄|転送|전달'

const markOf = (alternatives: string): string =>
  String.raw`(?:${alternatives})\.?\s{0,2}(?:[[(]\d{1,3}[\])])?\s{0,2}[:：]`

/** `[Ticket #123]`, `(Case 5)`, `{7}`. */
const tag = String.raw`(?:\[[^\][]{0,80}\]|\([^()]{0,80}\)|\{[^{}]{0,80}\})`
const anyMark = markOf(`${replyMarks}|${forwardMarks}`)
/** What mail gateways write before the subject of any email from outside. */
const gatewayWords = 'ext|extern|externe|external|e-?mail|sender|message|caution|(?:suspected |possible )?spam'

/** All marks at the beginning of a subject, with tags before and between them: "[EXTERN] AW: [Ticket 5] Re:". */
export const leadingSubjectMarks = new RegExp(
  `^(?:\\s{0,5}(?:(?:${tag}\\s{0,5}){0,3}${anyMark}|[[(](?:${gatewayWords})[\\])]|(?:${gatewayWords}) ?:))+`,
  'iu',
)

const leadingPart = new RegExp(`^\\s*(?:(${anyMark})|${tag})\\s*`, 'iu')
const trailingTag = new RegExp(`\\s*${tag}$`, 'u')
const markWithin = (alternatives: string): string => String.raw`(?<![\p{L}\p{N}])${markOf(alternatives)}\s*`
const forwardMark = new RegExp(markWithin(forwardMarks), 'giu')
const lastForwardMark = new RegExp(`${markWithin(forwardMarks)}(?:${markOf(replyMarks)}\\s*)*$`, 'iu')
const replyMark = new RegExp(markWithin(replyMarks), 'iu')
const firstMark = new RegExp(markWithin(`${replyMarks}|${forwardMarks}`), 'iu')
const gatewayMark = new RegExp(String.raw`(?<!\p{L})(?:${gatewayWords})(?!\p{L})`, 'giu')

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

/** What a subject says beside the subject that it quotes: the part before the first mark, and the tags at its end. */
export function ownWordsOf(subject: string, quotedCore: string): string {
  const line = lineOf(subject)
  const at = firstMark.exec(line)?.index
  const tags = new RegExp(`(?:\\s*${tag})*$`, 'u').exec(line)?.[0] ?? ''
  const own = at === undefined ? line : `${line.slice(0, at)} ${tags}`
  return quotedCore === '' ? own : own.toLowerCase().replaceAll(quotedCore, ' ')
}

/**
 * How far a subject shows that its email answers one with this core. `forward`: it quotes the subject of a forward,
 * with what a ticket system adds. `email`: it quotes the subject as a reply or an acknowledgement does. `quote`: it has
 * the subject beside something else. `words`: it has the same words within a sentence.
 */
export function subjectAnswers(subject: string, core: string): 'forward' | 'email' | 'quote' | 'words' | null {
  const line = lineOf(subject).toLowerCase()
  const at = core === '' || line === core ? -1 : line.indexOf(core)
  if (at === -1) return null
  const [before, after] = [line.slice(0, at), line.slice(at + core.length)]
  const around = `${before} ${after}`
  if (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after)) return null
  // A word of the same sentence beside it: "Another offer".
  const isQuoted = !/[\p{L}\p{N}]\s*$/u.test(before) && !/^\s*[\p{L}\p{N}]/u.test(after)
  if (!isQuoted) return core.includes(' ') ? 'words' : null
  const [mark] = lastForwardMark.exec(before) ?? []
  if (mark !== undefined) {
    const isAnswer = isAnswerBefore(before.slice(0, -mark.length), mark)
    if (isAnswer || hasRequestNumber(around) || confirmsReceipt(around)) return 'forward'
  }
  return replyMark.test(before) || confirmsReceipt(around) ? 'email' : 'quote'
}
