import type { GraphMessage } from '../vendors/graph.ts'

const listHeaders = ['list-help', 'list-id', 'list-owner', 'list-post', 'list-unsubscribe'] as const
const automatedSenders =
  /^(?:mailer-daemon|postmaster|(?:do[-_.]?not|no)[-_.]?reply|bounces?|notifications?)(?:[-_.+].*)?$/

/**
 * Whether a message was sent automatically (RFC 3834), by a list (RFC 2369, RFC 2919), as a bounce, by the user to
 * themselves, or by Mailroom. Such messages are neither answered nor forwarded, which prevents mail loops.
 * @param ownAddresses addresses of all the user's mailboxes, in lower case
 */
export function isAutomatic(
  { headers, from }: Pick<GraphMessage, 'headers' | 'from'>,
  ownAddresses: readonly string[],
): boolean {
  const value = (name: string): string => (headers[name] ?? '').trim().toLowerCase()
  const address = from?.address.toLowerCase() ?? ''
  const autoSubmitted = value('auto-submitted')
  return (
    // Parameters may follow the keyword.
    (autoSubmitted !== '' && autoSubmitted.split(';')[0]?.trim() !== 'no') ||
    listHeaders.some((name) => headers[name] !== undefined) ||
    ['bulk', 'list', 'junk', 'auto_reply'].includes(value('precedence')) ||
    /\b(?:all|autoreply|oof|rn|nrn)\b/.test(value('x-auto-response-suppress')) ||
    value('return-path') === '<>' ||
    headers['x-mailroom-id'] !== undefined ||
    address === '' ||
    ownAddresses.includes(address) ||
    automatedSenders.test(address.split('@')[0] ?? '')
  )
}
