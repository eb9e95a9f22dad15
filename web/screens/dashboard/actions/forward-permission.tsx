import { useQuery } from '@tanstack/react-query'
import { errorMessageOr } from '../../../api/api-error.ts'
import { mailboxSettingsQuery } from '../../../api/mailbox-settings.ts'
import { useConnectMailbox } from '../../../api/mailboxes.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { toastError } from '../../../lib/toast.ts'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { ForwardStatus, ForwardStatusSkeleton } from './forward-status.tsx'

/**
 * Whether the mailbox's OAuth grant includes `Mail.Send`. The scope is requested only from users who forward mail, so
 * that all others grant no more than sorting needs.
 */
export function ForwardPermission() {
  const { active } = useMailboxes()
  return active ? <SendPermission mailboxId={active.id} /> : null
}

function SendPermission({ mailboxId }: { mailboxId: string }) {
  const { data: settings, error } = useQuery(mailboxSettingsQuery(mailboxId))
  const connect = useConnectMailbox()
  // The mailbox list shows why the settings cannot be loaded.
  if (!settings) return error ? null : <ForwardStatusSkeleton />
  if (settings.permissions.some(({ scope }) => /(^|\/)Mail\.Send$/i.test(scope)))
    return (
      <ForwardStatus isGood badge={t('Allowed')}>
        {t('Microsoft allows sending email from this mailbox.')}
      </ForwardStatus>
    )
  const allow = (): void =>
    connect.mutate(
      { mailboxId, sending: true },
      {
        onError: (error) =>
          toastError(t('Connection Error'), errorMessageOr(error, t('Failed to connect mailbox. Please try again.'))),
      },
    )
  return (
    <ForwardStatus
      isGood={false}
      badge={t('Not allowed')}
      button={
        <Button size="small" busy={connect.isPending || connect.isSuccess} onClick={allow}>
          {t('Allow Sending')}
        </Button>
      }
    >
      {t('Microsoft has not allowed sending email from this mailbox yet.')}
    </ForwardStatus>
  )
}
