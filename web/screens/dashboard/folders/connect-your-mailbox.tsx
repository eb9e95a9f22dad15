import { MailPlus } from 'lucide-react'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useConnectMailbox } from '../../../api/mailboxes.ts'
import { toastError } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** In place of the folders while no mailbox is connected. */
export function ConnectYourMailbox() {
  const connect = useConnectMailbox()
  const start = (): void =>
    connect.mutate(undefined, {
      onError: (error) =>
        toastError('Connection failed', errorMessageOr(error, 'Failed to connect mailbox. Please try again.')),
    })
  return (
    <Card>
      <EmptyState
        level={2}
        icon={<MailPlus />}
        title="Connect Your Mailbox"
        description="Your folders and their instructions show here once the mailbox is connected."
        action={
          <Button tone="primary" busy={connect.isPending || connect.isSuccess} onClick={start}>
            Connect Mailbox
          </Button>
        }
      />
    </Card>
  )
}
