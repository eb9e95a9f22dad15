import type { DraftReplyConfig } from '../../../contract/actions.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { cleanLine } from '../../vendors/clean-text.ts'
import { languageOf } from './language.ts'
import { withoutForeignLinks } from './plain-text.ts'
import { templateWords } from './template-words.ts'

type Style = Pick<DraftReplyConfig, 'tone' | 'responseLength' | 'includeGreeting' | 'includeSignature'>

/**
 * A reply without a language model: thanks in the mail's language (English where it cannot be told), in the tone that was chosen, and a
 * line that says what it is. It promises nothing that only the person can know.
 * @param ownName for the signature; empty where it is not known
 */
export function templateReply(
  mail: Pick<GraphMessage, 'subject' | 'text' | 'from'>,
  style: Style,
  ownName: string,
): string {
  const { tone, responseLength } = style
  const words = templateWords[languageOf(`${mail.subject ?? ''}\n${mail.text}`) ?? 'en']
  const name = nameOf(mail.from?.name ?? '', tone)
  const subject = withoutMarks(mail.subject ?? '')
  const fill = ([filled, plain]: readonly [string, string], value: string): string =>
    value === '' ? plain : filled.replace('%', () => value)
  const says = [
    fill(words.thanks[tone], subject),
    ...(responseLength === 'very brief' ? [] : [words.answerFollows]),
    ...(responseLength === 'detailed' ? [words.more] : []),
  ]
  return [
    words.honest,
    ...(style.includeGreeting ? [fill(words.greeting[tone], name)] : []),
    style.includeGreeting ? says.join(' ') : capitalised(says.join(' ')),
    ...(style.includeSignature ? [[words.closing[tone], ownName].filter(Boolean).join('\n')] : []),
  ].join('\n\n')
}

/** German goes on in lower case after a greeting. */
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "RE: AW: Your order" is about "Your order". Strangers write it: one short line, without links. */
function withoutMarks(subject: string): string {
  const bare = subject.replace(/^(?:\s{0,5}(?:re|aw|sv|tr|rv|antw|fw|fwd|wg)\s{0,2}:)+/i, '')
  return withoutForeignLinks(cleanLine(bare, 120), '')
}

/** As people are greeted: "Doe, Jane" is Jane Doe, and Jane among friends. Whatever is no name is left out. */
function nameOf(given: string, tone: Style['tone']): string {
  const plain = cleanLine(given, 80).replace(/\s*\([^)]*\)$/, '')
  const [last = '', first, ...more] = plain.split(',').map((part) => part.trim())
  const whole = first !== undefined && more.length === 0 ? `${first} ${last}`.trim() : plain
  if (withoutForeignLinks(whole, '') !== whole || !/^[\p{L}\p{M}][\p{L}\p{M}'’. -]{0,58}$/u.test(whole)) return ''
  return tone === 'casual' || tone === 'enthusiastic' ? (whole.split(' ')[0] ?? '') : whole
}
