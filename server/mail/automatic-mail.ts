import type { GraphMessage } from '../vendors/graph.ts'

const listHeaders = ['list-help', 'list-id', 'list-owner', 'list-post', 'list-unsubscribe'] as const
const machineNames = /^(?:mailer-daemon|postmaster|(?:do[-_.]?not|no)[-_.]?reply|bounces?|notifications?)(?:[-_.+].*)?$/

/**
 * Whether nobody wrote this mail to be answered (checklist F10): machines' mail (RFC 3834), lists (RFC 2369, RFC 2919), bounces, what the
 * person sent to themselves, and what we made ourselves. Such mail is neither answered nor forwarded, or two machines might never stop.
 * @param ownAddresses of all the person's mailboxes, lower case
 */
export function isAutomatic(
  { headers, from }: Pick<GraphMessage, 'headers' | 'from'>,
  ownAddresses: readonly string[],
): boolean {
  const value = (name: string): string => (headers[name] ?? '').trim().toLowerCase()
  const address = from?.address.toLowerCase() ?? ''
  const autoSubmitted = value('auto-submitted')
  return (
    // A parameter may follow the word.
    (autoSubmitted !== '' && autoSubmitted.split(';')[0]?.trim() !== 'no') ||
    listHeaders.some((name) => headers[name] !== undefined) ||
    ['bulk', 'list', 'junk', 'auto_reply'].includes(value('precedence')) ||
    /\b(?:all|autoreply|oof|rn|nrn)\b/.test(value('x-auto-response-suppress')) ||
    value('return-path') === '<>' ||
    headers['x-mailroom-id'] !== undefined ||
    address === '' ||
    ownAddresses.includes(address) ||
    machineNames.test(address.split('@')[0] ?? '')
  )
}
