import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { toastNotLoaded } from '../../lib/on-demand.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { useMailboxes } from './active-mailbox.tsx'

const mailboxConnectedDelayMs = 500

// Loaded after a return only.
const loadReturn = () => Promise.all([import('./mailbox-return.ts'), import('./report-mailbox-return.ts')])

/** Handles the return from a mailbox sign-in: shows the result, refetches the mailboxes and cleans the URL. */
export function useMailboxReturn(): void {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const select = useEffectEvent(useMailboxes().setActive)

  useEffect(() => {
    if (!('mailbox_connected' in search || 'error' in search)) return
    const loaded = loadReturn()
    const handle = async (): Promise<void> => {
      try {
        const [{ readMailboxReturn }, { reportMailboxReturn }] = await loaded
        const result = readMailboxReturn(pathname, search)
        if (!result) return
        void reportMailboxReturn(result, client, select)
        void navigate({ href: pathname === '/dashboard' ? '/dashboard?tab=mailbox' : pathname, replace: true })
      } catch {
        toastNotLoaded()
      }
    }
    const timer = setTimeout(() => void handle(), mailboxConnectedDelayMs)
    return () => clearTimeout(timer)
  }, [pathname, search, client])
}
