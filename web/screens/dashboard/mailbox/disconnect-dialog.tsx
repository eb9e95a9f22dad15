import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { errorMessageOr, isUnreachable } from '../../../api/api-error.ts'
import { useDisconnectMailbox } from '../../../api/mailboxes.ts'
import { toastError } from '../../../lib/toast.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { announce } from '../../../ui/announcer.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'

export function DisconnectDialog({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { clearActive } = useMailboxes()
  const disconnect = useDisconnectMailbox()
  const confirm = (): void =>
    disconnect.mutate(mailbox.id, {
      onSuccess: () => {
        clearActive(mailbox.id)
        announce('Mailbox disconnected')
      },
      onError: (error) =>
        toastError(
          isUnreachable(error) ? 'Disconnection Error' : 'Disconnection failed',
          errorMessageOr(error, 'Failed to disconnect mailbox. Please try again.'),
        ),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      onCancel={onClose}
      onConfirm={confirm}
      title="Disconnect mailbox?"
      description={
        <>
          Disconnecting <strong className="font-medium text-ink">{mailbox.email_address}</strong> removes all folder
          settings and stops sorting. This cannot be undone.
        </>
      }
      confirmLabel="Disconnect"
      busyLabel="Disconnecting..."
      busy={disconnect.isPending}
    />
  )
}
