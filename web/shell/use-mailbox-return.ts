import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mailboxConnectedDelayMs } from '../../contract/limits.ts'
import { mailboxesQuery, mailboxKeys } from '../api/mailboxes.ts'
import { isInList, readMailboxReturn, type MailboxReturn } from '../lib/mailbox-return.ts'
import { toastError, toastSuccess } from '../lib/toast.ts'

/** The way back from the mailbox provider: says how it went, reads the mailboxes anew and cleans the address. */
export function useMailboxReturn(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  useEffect(() => {
    const trip = readMailboxReturn(pathname, search)
    if (!trip) return
    const timer = setTimeout(() => {
      void report(trip, client)
      void navigate({ to: pathname, search: pathname === '/dashboard' ? { tab: 'mailbox' } : {}, replace: true })
    }, mailboxConnectedDelayMs)
    return () => clearTimeout(timer)
  }, [pathname, search, client, navigate])
}

async function report(trip: MailboxReturn, client: QueryClient): Promise<void> {
  if (trip.outcome === 'failed') toastError(trip.title, trip.description)
  const list = await client.fetchQuery({ ...mailboxesQuery, staleTime: 0 }).catch(() => null)
  await client.invalidateQueries({ queryKey: mailboxKeys.all })
  // Where the list could not be read, its own toast says so.
  if (trip.outcome === 'failed' || !list) return
  // Anybody can write such an address, so "connected" is only said when the server has that mailbox (decision T8).
  if (isInList(trip, list)) {
    toastSuccess('Mailbox Connected', 'Your mailbox has been successfully connected!')
  } else {
    toastError('Connection Issue', 'There was a problem connecting your mailbox.')
  }
}
