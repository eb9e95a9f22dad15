import { useEffect } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { useRefreshToken } from '../../../api/mailboxes.ts'
import { now } from '../../../lib/clock.ts'
import { toastError } from '../../../lib/toast.ts'
import { msUntilTokenRefresh } from '../../../lib/token-refresh.ts'
import { t } from '../../../texts/translate.ts'

// One attempt per token, however often the screen is opened: a failure is reported once.
const attempted = new Set<string>()

/**
 * Refreshes the mailbox's access token if it has expired or expires within five minutes. Inactive mailboxes are
 * skipped: their user must sign in again.
 */
export function useTokenRefresh(mailbox: Mailbox | null): void {
  const { mutate } = useRefreshToken()
  const id = mailbox?.status === 'active' ? mailbox.id : null
  const expiresAt = mailbox?.expires_at ?? null

  useEffect(() => {
    const wait = msUntilTokenRefresh(expiresAt, now())
    if (id === null || wait === null) return
    const key = `${id} ${expiresAt}`
    const timer = setTimeout(() => {
      if (attempted.has(key)) return
      attempted.add(key)
      mutate(id, {
        onError: () =>
          toastError(t('Token Refresh Failed'), t('Failed to refresh access token. Please reconnect your mailbox.')),
      })
    }, wait)
    return () => clearTimeout(timer)
  }, [id, expiresAt, mutate])
}
