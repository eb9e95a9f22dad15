import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { errorMessageOr, isUnreachable } from '../../../api/api-error.ts'
import { useDisconnectMailbox } from '../../../api/mailboxes.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { toastError } from '../../../lib/toast.ts'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'

export function DisconnectDialog({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { clearActive } = useMailboxes()
  const disconnect = useDisconnectMailbox()
  const confirm = (): void =>
    disconnect.mutate(mailbox.id, {
      onSuccess: () => {
        clearActive(mailbox.id)
        announce(t('Mailbox disconnected'))
      },
      onError: (error) =>
        toastError(
          isUnreachable(error) ? t('Disconnection Error') : t('Disconnection failed'),
          errorMessageOr(error, t('Failed to disconnect mailbox. Please try again.')),
        ),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      onCancel={onClose}
      onConfirm={confirm}
      title={t('Disconnect mailbox?')}
      description={rich(
        'Disconnecting <address>{email}</address> removes all folder settings and stops sorting. ' +
          'This cannot be undone.',
        {
          email: mailbox.email_address,
          address: (content) => <strong className="font-medium text-ink">{content}</strong>,
        },
      )}
      confirmLabel={t('Disconnect')}
      busyLabel={t('Disconnecting...')}
      busy={disconnect.isPending}
    />
  )
}
