import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { MailPlus, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { mailboxKeys } from '../../../api/query-keys.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { useStartConnect } from '../../../features/mailbox/use-start-connect.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ExistingMailFrame, ExistingMailSkeleton } from '../sort-existing/existing-mail-frame.tsx'
import { MailboxList } from './mailbox-list.tsx'

const DisconnectDialog = onDemand(async () => (await import('./disconnect-dialog.tsx')).DisconnectDialog, {
  failed: ({ onClose }) => onClose(),
})
const SortExistingCard = onDemand(
  async () => (await import('../sort-existing/sort-existing-card.tsx')).SortExistingCard,
  {
    waiting: ({ mailbox }) => (
      <ExistingMailFrame mailbox={mailbox}>
        <ExistingMailSkeleton />
      </ExistingMailFrame>
    ),
  },
)
const MailboxSettingsDialog = onDemand(
  async () => (await import('./mailbox-settings-dialog.tsx')).MailboxSettingsDialog,
  { failed: ({ onClose }) => onClose() },
)

interface MailboxTabProps {
  /** The steps to the first sorted email. */
  gettingStarted: ReactNode
  /** Whether `gettingStarted` is known. */
  isLoaded: boolean
}

export function MailboxTab({ gettingStarted, isLoaded }: MailboxTabProps) {
  const { active, list, state } = useMailboxes()
  const client = useQueryClient()
  const loading = useIsFetching({ queryKey: mailboxKeys.list }) > 0
  const { connecting, startConnect } = useStartConnect()
  const [disconnecting, setDisconnecting] = useState<Mailbox | null>(null)
  const [configuring, setConfiguring] = useState<Mailbox | null>(null)
  const refresh = (): void => void client.invalidateQueries({ queryKey: mailboxKeys.all })

  const connect = (tone: 'primary' | 'secondary') => (
    <Button tone={tone} icon={<MailPlus aria-hidden="true" />} busy={connecting} onClick={() => startConnect()}>
      {t('Connect New Mailbox')}
    </Button>
  )
  // In the empty list the button is where the user looks.
  const isEmpty = state === 'ready' && list.length === 0
  const isNext = !gettingStarted && state !== 'failed' && list.every(({ status }) => status !== 'reauth_required')
  // Shown together: the steps are above the list.
  if (!isLoaded) return <Skeleton className="h-80 w-full rounded-xl" />
  return (
    <div className="flex flex-col gap-6">
      {gettingStarted}
      <Card
        title={t('Mailboxes')}
        description={t('The Outlook mailboxes that are sorted for you')}
        actions={
          <>
            <Button icon={<RefreshCw aria-hidden="true" />} busy={loading} onClick={refresh}>
              {t('Refresh')}
            </Button>
            {!isEmpty && connect(isNext ? 'primary' : 'secondary')}
          </>
        }
      >
        <div className="border-t border-line">
          <MailboxList
            connecting={connecting}
            connect={connect('primary')}
            isStarting={Boolean(gettingStarted)}
            onReconnect={startConnect}
            onSettings={setConfiguring}
            onDisconnect={setDisconnecting}
          />
        </div>
        {configuring && <MailboxSettingsDialog mailbox={configuring} onClose={() => setConfiguring(null)} />}
        {disconnecting && <DisconnectDialog mailbox={disconnecting} onClose={() => setDisconnecting(null)} />}
      </Card>
      {active && <SortExistingCard key={active.id} mailbox={active} />}
    </div>
  )
}
