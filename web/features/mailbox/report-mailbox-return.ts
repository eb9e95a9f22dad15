import type { QueryClient } from '@tanstack/react-query'
import { mailboxesQuery } from '../../api/mailboxes.ts'
import { mailboxKeys } from '../../api/query-keys.ts'
import { mailboxInList, type MailboxReturn } from './mailbox-return.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { toastRetriedRuns } from '../notifications/toast-retried-runs.ts'

/**
 * Shows the result of a mailbox sign-in, and refetches the mailboxes.
 * @param select selects the connected mailbox
 */
export async function reportMailboxReturn(
  result: MailboxReturn,
  client: QueryClient,
  select: (id: string) => void,
): Promise<void> {
  if (result.outcome === 'failed') toastError(result.title, result.description)
  const list = await client.fetchQuery({ ...mailboxesQuery, staleTime: 0 }).catch(() => null)
  await client.invalidateQueries({ queryKey: mailboxKeys.all })
  // A failed fetch of the list shows its own toast.
  if (result.outcome === 'failed' || !list) return
  // Anyone can craft such a URL: success is shown only if the server lists the mailbox.
  const connected = mailboxInList(result, list)
  if (connected) {
    select(connected.id)
    toastSuccess(t('Mailbox Connected'), t('Your mailbox has been successfully connected!'))
    await toastRetriedRuns(client, ({ mailbox }) => mailbox !== null && mailbox.id === result.mailboxId)
  } else {
    toastError(t('Connection Issue'), t('There was a problem connecting your mailbox.'))
  }
}
