import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { mailboxKeys } from '../../api/query-keys.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { currentLocation } from '../../routing/history-entries.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { t } from '../../texts/translate.ts'

/**
 * What follows a connection by password: `goOn`, or the mailbox on the dashboard. A user who has closed the dialog or
 * left its page while it connected stays where they are, and sees that it is connected.
 * @param isClosed by the user; a live event about the new mailbox can remove the dialog, too
 */
export function useConnected(isClosed: RefObject<boolean>) {
  const client = useQueryClient()
  const { href } = useLocation()
  return (mailboxId: string, close: () => void, goOn?: () => void): void => {
    if (isClosed.current || currentLocation().href !== href) {
      void client.invalidateQueries({ queryKey: mailboxKeys.all })
      return toastSuccess(t('Mailbox Connected'), t('Your mailbox has been successfully connected!'))
    }
    close()
    if (goOn) return goOn()
    const query = new URLSearchParams({ tab: 'mailbox', mailbox_connected: 'true', mailbox_id: mailboxId })
    void navigate({ href: `/dashboard?${query}` })
  }
}
