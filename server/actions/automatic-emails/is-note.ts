import { withoutRequestNumber } from '../../mail/messages/acknowledgements.ts'
import { subjectCore } from '../../mail/messages/subject-marks.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { isSharedAddress } from '../person-names/person-name.ts'

type Email = Pick<Message, 'from' | 'subject' | 'text' | 'attachmentNames' | 'hasAttachments'>

/** Characters of its text. */
const shortEmailMaxLength = 300

const question = /[?？؟](?!\S)/u
const amount = /(?:\p{Sc}|(?<!\p{L})(?:eur|usd|gbp|chf))\s?\d|\d\s?(?:\p{Sc}|(?:eur|euros?|usd|gbp|chf)(?!\p{L}))/iu

export const hasFiles = ({ attachmentNames, hasAttachments }: Pick<Email, 'attachmentNames' | 'hasAttachments'>) =>
  hasAttachments || attachmentNames.length > 0

/** Whether an email has what acknowledgements seldom have: files, a question, or an amount of money. */
export const hasContent = (email: Omit<Email, 'from'>): boolean =>
  hasFiles(email) || [email.subject ?? '', email.text].some((each) => question.test(each) || amount.test(each))

/**
 * Whether an email says nothing of its own, as an acknowledgement does: from a desk, a short text without files,
 * figures and questions, on a subject that has no word of the forwarded ones, or is that of another sender's.
 */
export function isNote<T extends { subject: string }>(
  email: Email,
  forwards: readonly T[],
  isOther: (forward: T) => boolean,
): boolean {
  const { from, subject, text } = email
  if (!isSharedAddress(from?.address.toLowerCase() ?? '') || hasContent(email)) return false
  if (text.length > shortEmailMaxLength || /\p{N}/u.test(text)) return false
  const { core } = subjectCore(subject ?? '')
  const coreOf = (forward: T): string => subjectCore(forward.subject).core
  if (core !== '' && forwards.some((forward) => isOther(forward) && coreOf(forward) === core)) return true
  const words = new Set(forwards.flatMap((forward) => wordsOf(coreOf(forward))))
  return !/\p{N}/u.test(withoutRequestNumber(core)) && !wordsOf(core).some((word) => words.has(word))
}

/** Words that say something. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]{4,}/gu) ?? []
