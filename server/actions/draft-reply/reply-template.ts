import type { DraftReplyConfig } from '../../../contract/actions.ts'
import type { Address, Message } from '../../vendors/mailbox/message.ts'
import { leadingSubjectMarks } from '../../mail/messages/subject-marks.ts'
import { cleanLine } from '../../../contract/clean-text.ts'
import { detectMessageLanguage } from './detect-language.ts'
import { readPersonName } from '../person-names/person-name.ts'
import { replyRecipients } from './reply-recipients.ts'
import { removeForeignLinks } from './sanitize-model-reply.ts'
import { replyTemplateTexts } from './reply-template-texts.ts'

/** Characters of the subject and of the recipient's name in a reply. */
const replySubjectMaxLength = 120
const greetingNameMaxLength = 80

type Style = Pick<DraftReplyConfig, 'tone' | 'responseLength' | 'includeGreeting' | 'includeSignature'>

/**
 * A reply without a language model: thanks in the message's language (English if unknown) and in the chosen tone,
 * with a line that marks it as a template. It makes no promises.
 * @param ownName for the signature; empty if unknown
 */
export function replyFromTemplate(
  message: Pick<Message, 'subject' | 'text' | 'from' | 'replyTo'>,
  style: Style,
  ownName: string,
): string {
  const { tone, responseLength } = style
  const texts = replyTemplateTexts[detectMessageLanguage(message) ?? 'en']
  const [recipient, ...others] = replyRecipients(message)
  const name = recipient && others.length === 0 ? greetingName(recipient, tone) : ''
  const subject = stripReplyPrefixes(message.subject ?? '')
  const fill = ([filled, plain]: readonly [string, string], value: string): string =>
    value === '' ? plain : filled.replace('%', () => value)
  const says = [
    fill(texts.thanks[tone], subject),
    ...(responseLength === 'very brief' ? [] : [texts.answerFollows]),
    ...(responseLength === 'detailed' ? [texts.more] : []),
  ]
  return [
    texts.templateNotice,
    ...(style.includeGreeting ? [fill(texts.greeting[tone], name)] : []),
    style.includeGreeting ? says.join(' ') : capitalize(says.join(' ')),
    ...(style.includeSignature ? [[texts.closing[tone], ownName].filter(Boolean).join('\n')] : []),
  ].join('\n\n')
}

/** German continues in lower case after a greeting. */
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "RE: AW[2]: Your order" becomes "Your order". The subject is untrusted: it becomes one short line without links. */
function stripReplyPrefixes(subject: string): string {
  const visible = cleanLine(subject, 2 * replySubjectMaxLength).normalize('NFC')
  return removeForeignLinks(cleanLine(visible.replace(leadingSubjectMarks, ''), replySubjectMaxLength), '')
}

/** The given name alone in an informal tone; '' where no name is certain. */
function greetingName({ name, address }: Address, tone: Style['tone']): string {
  const plain = cleanLine(name, greetingNameMaxLength)
  const person = removeForeignLinks(plain, '') === plain ? readPersonName(plain, address) : null
  if (!person) return ''
  return tone === 'casual' || tone === 'enthusiastic' ? person.given : person.whole
}
