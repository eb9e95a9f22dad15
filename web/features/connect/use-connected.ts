import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { mailboxKeys } from '../../api/query-keys.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { navigate } from '../../routing/router.ts'
import { t } from '../../texts/translate.ts'

/**
 * What follows a connection by password: `goOn`, or the mailbox on the dashboard. A user who has closed the dialog
 * while it connected stays where they are, and sees that it is connected.
 */
export function useConnected() {
  const client = useQueryClient()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return (mailboxId: string, close: () => void, goOn?: () => void): void => {
    if (!isOpen.current) {
      void client.invalidateQueries({ queryKey: mailboxKeys.all })
      return toastSuccess(t('Mailbox Connected'), t('Your mailbox has been successfully connected!'))
    }
    close()
    if (goOn) return goOn()
    const query = new URLSearchParams({ tab: 'mailbox', mailbox_connected: 'true', mailbox_id: mailboxId })
    void navigate({ href: `/dashboard?${query}` })
  }
}
