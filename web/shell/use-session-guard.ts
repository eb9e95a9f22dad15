import { useEffect } from 'react'
import { currentSession, onSessionChange } from '../api/session.ts'
import { toastError } from '../lib/toast.ts'
import { clearUserStorage } from '../lib/user-storage.ts'
import { reloadRoute } from '../routing/router.ts'
import { t } from '../texts/translate.ts'

/**
 * Reports a session that ends while the page is open (sign-out elsewhere, rejected refresh), and reruns the route
 * guards.
 */
export function useSessionGuard(): void {
  useEffect(() => {
    // The session may have ended before this effect subscribed.
    reportSessionEnd()
    return onSessionChange(() => {
      reportSessionEnd()
      void reloadRoute()
    })
  }, [])
}

function reportSessionEnd(): void {
  const session = currentSession()
  if (session.status !== 'signed-out') return
  clearUserStorage({ keepDrafts: session.ended })
  if (session.ended) toastError(t('Your session has ended'), t('Please sign in again.'))
}
