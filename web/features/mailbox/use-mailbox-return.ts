import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toastNotLoaded } from '../../lib/on-demand.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { replaceLocation } from '../../routing/router.ts'
import { useMailboxes } from './active-mailbox.tsx'

const mailboxConnectedDelayMs = 500

// Loaded after a return only.
const loadReturn = () => Promise.all([import('./mailbox-return.ts'), import('./report-mailbox-return.ts')])

/**
 * Handles the return from a mailbox sign-in: shows the result, refetches the mailboxes and cleans the URL. A user who
 * goes on meanwhile sees the result as well, and stays where they went.
 */
export function useMailboxReturn(): void {
  const client = useQueryClient()
  const location = useLocation()
  const select = useEffectEvent(useMailboxes().setActive)
  const handled = useRef<string>(null)

  useEffect(() => {
    const { pathname, search, href } = location
    const isReturn = 'mailbox_connected' in search || 'error' in search
    // Once, also where the route is loaded again; the next return may have the same URL.
    if (isReturn && handled.current === href) return
    handled.current = isReturn ? href : null
    if (!isReturn) return
    const loaded = loadReturn()
    const handle = async (): Promise<void> => {
      try {
        const [{ readMailboxReturn }, { reportMailboxReturn }] = await loaded
        const result = readMailboxReturn(pathname, search)
        if (!result) return
        void reportMailboxReturn(result, client, select)
        replaceLocation(location, { href: pathname === '/dashboard' ? '/dashboard?tab=mailbox' : pathname })
      } catch {
        toastNotLoaded()
      }
    }
    setTimeout(() => void handle(), mailboxConnectedDelayMs)
  }, [location, client])
}
