import type { GraphMessage } from '../vendors/graph.ts'
import { isMachineAddress } from './machine-address.ts'

const listHeaders = ['list-help', 'list-id', 'list-owner', 'list-post', 'list-unsubscribe'] as const
/** Not standardized, but set by autoresponders and bounces whatever their value. */
const autoReplyHeaders = ['x-autoreply', 'x-auto-reply', 'x-autorespond', 'x-autoresponder', 'x-failed-recipients']

/** What autoresponders write before the subject that they answer. */
const autoReplySubject = new RegExp(
  String.raw`^\s*(?:${[
    'auto(?:matic)?[- ]?reply|auto(?:mated)?[- ]response|out of (?:the )?office',
    'automatische antwort|abwesenheits(?:notiz|nachricht|meldung)',
    "r[ée]ponse automatique|(?:message|notification) d[’']absence",
    'respuesta autom[áa]tica|risposta automatica|resposta autom[áa]tica',
    'automatisch antwoord|afwezigheidsbericht|auto(?:matiskt? )?svar|automaattinen vastaus',
    'automatyczna odpowied[źz]|odpowied[źz] automatyczna|automatick[áa] odpov[ěe]ď',
  ].join('|')})\s*:`,
  'iu',
)

/**
 * Whether a message was sent automatically (RFC 3834), by a list (RFC 2369, RFC 2919), as a report on another message
 * (RFC 6522), by the user to themselves, or by Mailroom. Such messages are neither answered nor forwarded, which
 * prevents mail loops.
 * @param ownAddresses addresses of all the user's mailboxes, in lower case
 */
export function isAutomatic(
  { headers, from, subject }: Pick<GraphMessage, 'headers' | 'from' | 'subject'>,
  ownAddresses: readonly string[],
): boolean {
  const value = (name: string): string => (headers[name] ?? '').trim().toLowerCase()
  const address = from?.address.toLowerCase() ?? ''
  const autoSubmitted = value('auto-submitted')
  return (
    // Parameters may follow the keyword.
    (autoSubmitted !== '' && autoSubmitted.split(';')[0]?.trim() !== 'no') ||
    listHeaders.some((name) => headers[name] !== undefined) ||
    autoReplyHeaders.some((name) => headers[name] !== undefined && value(name) !== 'no') ||
    ['bulk', 'list', 'junk', 'auto-reply'].includes(value('precedence').replaceAll('_', '-')) ||
    /\b(?:all|autoreply|oof|rn|nrn)\b/.test(value('x-auto-response-suppress')) ||
    value('content-type').startsWith('multipart/report') ||
    value('return-path') === '<>' ||
    headers['x-mailroom-id'] !== undefined ||
    address === '' ||
    ownAddresses.includes(address) ||
    isMachineAddress(address) ||
    autoReplySubject.test(subject ?? '')
  )
}
