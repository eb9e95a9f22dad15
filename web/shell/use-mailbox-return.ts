import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mailboxConnectedDelayMs } from '../../contract/limits.ts'
import { mailboxesQuery, mailboxKeys } from '../api/mailboxes.ts'
import { isMailboxInList, readMailboxReturn, type MailboxReturn } from '../lib/mailbox-return.ts'
import { toastError, toastSuccess } from '../lib/toast.ts'
import { t } from '../texts/translate.ts'
import { toastRetriedRuns } from './toast-retried-runs.ts'

/** Handles the return from a mailbox sign-in: shows the result, refetches the mailboxes and cleans the URL. */
export function useMailboxReturn(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  useEffect(() => {
    const result = readMailboxReturn(pathname, search)
    if (!result) return
    const timer = setTimeout(() => {
      void report(result, client)
      void navigate({ to: pathname, search: pathname === '/dashboard' ? { tab: 'mailbox' } : {}, replace: true })
    }, mailboxConnectedDelayMs)
    return () => clearTimeout(timer)
  }, [pathname, search, client, navigate])
}

async function report(result: MailboxReturn, client: QueryClient): Promise<void> {
  if (result.outcome === 'failed') toastError(result.title, result.description)
  const list = await client.fetchQuery({ ...mailboxesQuery, staleTime: 0 }).catch(() => null)
  await client.invalidateQueries({ queryKey: mailboxKeys.all })
  // A failed fetch of the list shows its own toast.
  if (result.outcome === 'failed' || !list) return
  // Anyone can craft such a URL: success is shown only if the server lists the mailbox.
  if (isMailboxInList(result, list)) {
    toastSuccess(t('Mailbox Connected'), t('Your mailbox has been successfully connected!'))
    await toastRetriedRuns(client, ({ mailbox }) => mailbox !== null && mailbox.id === result.mailboxId)
  } else {
    toastError(t('Connection Issue'), t('There was a problem connecting your mailbox.'))
  }
}
