import { useQuery } from '@tanstack/react-query'
import { explain } from '../../../api/api-error.ts'
import { mailboxSettingsQuery } from '../../../api/mailbox-settings.ts'
import { useConnectMailbox } from '../../../api/mailboxes.ts'
import { toastError } from '../../../lib/toast.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { Button } from '../../../ui/button.tsx'
import { ForwardStatus, ForwardStatusWaiting } from './forward-status.tsx'

/** Microsoft is asked for sending only where something is forwarded (decision 10); until it has agreed, this says so. */
export function ForwardSending() {
  const { active } = useMailboxes()
  return active ? <AllowSending mailboxId={active.id} /> : null
}

function AllowSending({ mailboxId }: { mailboxId: string }) {
  const { data: settings, error } = useQuery(mailboxSettingsQuery(mailboxId))
  const connect = useConnectMailbox()
  // What is wrong with the mailbox is said elsewhere.
  if (!settings) return error ? null : <ForwardStatusWaiting />
  if (settings.permissions.some(({ scope }) => /(^|\/)Mail\.Send$/i.test(scope)))
    return (
      <ForwardStatus isGood badge="Allowed">
        Microsoft lets email be sent from this mailbox.
      </ForwardStatus>
    )
  const allow = (): void =>
    connect.mutate(
      { mailboxId, sending: true },
      {
        onError: (error) =>
          toastError('Connection Error', explain(error, 'Failed to connect mailbox. Please try again.')),
      },
    )
  return (
    <ForwardStatus
      isGood={false}
      badge="Not allowed"
      button={
        <Button size="small" busy={connect.isPending || connect.isSuccess} onClick={allow}>
          Allow Sending
        </Button>
      }
    >
      Microsoft has not allowed sending email from this mailbox yet.
    </ForwardStatus>
  )
}
