import { useEffect } from 'react'
import type { Mailbox } from '../../../../contract/mailbox.ts'
import { useRefreshToken } from '../../../api/mailboxes.ts'
import { now } from '../../../lib/clock.ts'
import { toastError } from '../../../lib/toast.ts'
import { untilTokenRefresh } from '../../../lib/token-due.ts'

// One try for each token, however often the screen is opened: what failed once is told once.
const tried = new Set<string>()

/**
 * Refreshes the mailbox's token when it expires within five minutes or has expired (specification §4). The Folders status
 * card shows the same mailbox, on this screen. A mailbox that is no longer active needs a person to sign in, not a refresh.
 */
export function useTokenRefresh(mailbox: Mailbox | null): void {
  const { mutate } = useRefreshToken()
  const id = mailbox?.status === 'active' ? mailbox.id : null
  const expiresAt = mailbox?.expires_at ?? null

  useEffect(() => {
    const wait = untilTokenRefresh(expiresAt, now())
    if (id === null || wait === null) return
    const key = `${id} ${expiresAt}`
    const timer = setTimeout(() => {
      if (tried.has(key)) return
      tried.add(key)
      mutate(id, {
        onError: () =>
          toastError('Token Refresh Failed', 'Failed to refresh access token. Please reconnect your mailbox.'),
      })
    }, wait)
    return () => clearTimeout(timer)
  }, [id, expiresAt, mutate])
}
