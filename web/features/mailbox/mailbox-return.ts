import { t, text } from '../../texts/translate.ts'
import { safeText } from '../../lib/safe-text.ts'

export type MailboxReturn =
  | { outcome: 'connected'; mailboxId: string | null; email: string | null }
  | { outcome: 'failed'; title: string; description: string }

const unavailableDescription = text(
  'This mailbox appears to be inactive, soft-deleted, or hosted on-premise. Microsoft 365 mailboxes that are ' +
    'inactive or hosted on-premise cannot be fully connected. Please verify the mailbox is active in your Microsoft ' +
    '365 admin center.',
)

/**
 * Outcome of a mailbox sign-in, read from the query parameters; null if there was none. Errors are read on the
 * dashboard only: other pages use `error` for something else. On the dashboard the mailbox id is optional; other pages
 * require it.
 */
export function readMailboxReturn(pathname: string, search: Readonly<Record<string, unknown>>): MailboxReturn | null {
  const param = (name: string): string | null => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const error = pathname === '/dashboard' ? param('error') : null
  if (error === 'mailbox_unavailable')
    return { outcome: 'failed', title: t('Mailbox Unavailable'), description: t(unavailableDescription) }
  if (error !== null) {
    const details = safeText(param('error_details') ?? '')
    return {
      outcome: 'failed',
      title: t('Connection Issue'),
      description: t(details) || t('There was a problem connecting your mailbox.'),
    }
  }
  const mailboxId = param('mailbox_id')
  if (param('mailbox_connected') !== 'true' || (mailboxId === null && pathname !== '/dashboard')) return null
  return { outcome: 'connected', mailboxId, email: param('email') }
}

/** The mailbox from the URL in the server's list, or the first one where the URL names none; null: there is none. */
export const mailboxInList = <Listed extends { id: string; email_address: string }>(
  { mailboxId, email }: { mailboxId: string | null; email: string | null },
  list: readonly Listed[],
): Listed | null =>
  list.find((mailbox) => {
    if (mailboxId !== null) return mailbox.id === mailboxId
    return email === null || mailbox.email_address.toLowerCase() === email.toLowerCase()
  }) ?? null
