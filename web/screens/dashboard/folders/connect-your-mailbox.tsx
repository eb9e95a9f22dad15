import { MailPlus } from 'lucide-react'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useConnectMailbox } from '../../../api/mailboxes.ts'
import { toastError } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { t } from '../../../texts/translate.ts'

/** In place of the folders while no mailbox is connected. */
export function ConnectYourMailbox() {
  const connect = useConnectMailbox()
  const start = (): void =>
    connect.mutate(undefined, {
      onError: (error) =>
        toastError(t('Connection failed'), errorMessageOr(error, t('Failed to connect mailbox. Please try again.'))),
    })
  return (
    <Card>
      <EmptyState
        level={2}
        icon={<MailPlus />}
        title={t('Connect Your Mailbox')}
        description={t('Your folders and their instructions show here once the mailbox is connected.')}
        action={
          <Button tone="primary" busy={connect.isPending || connect.isSuccess} onClick={start}>
            {t('Connect Mailbox')}
          </Button>
        }
      />
    </Card>
  )
}
