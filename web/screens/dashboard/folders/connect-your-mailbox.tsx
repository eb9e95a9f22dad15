import { MailPlus } from 'lucide-react'
import { useStartConnect } from '../../../features/connect/use-start-connect.tsx'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** In place of the folders while no mailbox is connected. */
export function ConnectYourMailbox() {
  const { connecting, startConnect, dialog } = useStartConnect()
  return (
    <Card>
      {dialog}
      <EmptyState
        level={2}
        icon={<MailPlus />}
        title={t('Connect Your Mailbox')}
        description={t('Your folders and their instructions show here once the mailbox is connected.')}
        action={
          <Button tone="primary" busy={connecting} onClick={startConnect}>
            {t('Connect Mailbox')}
          </Button>
        }
      />
    </Card>
  )
}
