import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mailboxConnectedDelayMs } from '../../../contract/limits.ts'
import { toastError } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { t } from '../../texts/translate.ts'

// Loaded after a return only.
const loadReturn = () => Promise.all([import('./mailbox-return.ts'), import('./report-mailbox-return.ts')])

/** Handles the return from a mailbox sign-in: shows the result, refetches the mailboxes and cleans the URL. */
export function useMailboxReturn(): void {
  const client = useQueryClient()
  const { pathname, search } = useLocation()

  useEffect(() => {
    if (!('mailbox_connected' in search || 'error' in search)) return
    const loaded = loadReturn()
    const handle = async (): Promise<void> => {
      try {
        const [{ readMailboxReturn }, { reportMailboxReturn }] = await loaded
        const result = readMailboxReturn(pathname, search)
        if (!result) return
        void reportMailboxReturn(result, client)
        void navigate({ href: pathname === '/dashboard' ? '/dashboard?tab=mailbox' : pathname, replace: true })
      } catch {
        toastError(t('Connection Error'), t('This could not be loaded. Please try again.'))
      }
    }
    const timer = setTimeout(() => void handle(), mailboxConnectedDelayMs)
    return () => clearTimeout(timer)
  }, [pathname, search, client])
}
