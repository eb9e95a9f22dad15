import { useQuery } from '@tanstack/react-query'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { errorMessageOr, isUnreachable } from '../../../api/api-error.ts'
import { actionCountQuery } from '../../../api/folder-actions.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { useDisconnectMailbox } from '../../../api/mailboxes.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { toastError } from '../../../lib/toast.ts'
import { rich } from '../../../texts/rich.ts'
import { t, tn } from '../../../texts/translate.ts'
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
    >
      <RemovedSettings mailboxId={mailbox.id} />
    </ConfirmDialog>
  )
}

/** What is removed, in numbers. */
function RemovedSettings({ mailboxId }: { mailboxId: string }) {
  const { data: folders } = useQuery(foldersQuery(mailboxId))
  const { data: actions } = useQuery(actionCountQuery(mailboxId))
  // As high as the list, so that the buttons do not move.
  if (folders === undefined || actions === undefined) return <div className="mt-3 h-26" />
  const instructions = folders.filter((folder) => folder.instructions !== '').length
  return (
    <div className="mt-3 min-h-26 text-sm">
      <ul className="list-disc pl-5">
        <li>{tn(folders.length, 'Settings of {count} folder', 'Settings of {count} folders')}</li>
        {instructions > 0 && <li>{tn(instructions, '{count} instruction', '{count} instructions')}</li>}
        {actions > 0 && <li>{tn(actions, '{count} action', '{count} actions')}</li>}
      </ul>
      <p className="mt-1.5 text-muted">{t('Your emails and folders stay in the mailbox as they are.')}</p>
    </div>
  )
}
