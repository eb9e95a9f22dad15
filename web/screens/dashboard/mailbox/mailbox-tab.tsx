import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { MailPlus, MailX, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Mailbox } from '../../../../contract/mailbox.ts'
import { explain } from '../../../api/api-error.ts'
import { mailboxKeys, useConnectMailbox, useDisconnectMailbox } from '../../../api/mailboxes.ts'
import { toastError } from '../../../lib/toast.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { onDemand } from '../../../shell/on-demand.tsx'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { ExistingMailFrame, ExistingMailSkeleton } from '../sort-existing/existing-mail-frame.tsx'
import { MailboxRow } from './mailbox-row.tsx'

const ConfirmDialog = onDemand(async () => (await import('../../../ui/dialog.tsx')).ConfirmDialog, {
  failed: ({ onCancel }) => onCancel(),
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

export function MailboxTab() {
  const { list, active, state, setActive, clearActive } = useMailboxes()
  const client = useQueryClient()
  const loading = useIsFetching({ queryKey: mailboxKeys.list }) > 0
  const connect = useConnectMailbox()
  const disconnect = useDisconnectMailbox()
  const [leaving, setLeaving] = useState<Mailbox | null>(null)
  const [settingUp, setSettingUp] = useState<Mailbox | null>(null)

  // A success leaves the page, so it stays busy until then.
  const connecting = connect.isPending || connect.isSuccess
  const refresh = (): void => void client.invalidateQueries({ queryKey: mailboxKeys.all })
  /** @param mailboxId of one that is there already: Microsoft is told whose sign-in is wanted, and another account does not become a second mailbox */
  const startConnect = (mailboxId?: string): void =>
    connect.mutate(mailboxId === undefined ? undefined : { mailboxId }, {
      onError: (error) =>
        toastError('Connection Error', explain(error, 'Failed to connect mailbox. Please try again.')),
    })
  const confirmDisconnect = (mailbox: Mailbox): void =>
    disconnect.mutate(mailbox.id, {
      onSuccess: () => {
        clearActive(mailbox.id)
        announce('Mailbox disconnected')
      },
      onError: (error) =>
        toastError('Disconnection failed', explain(error, 'Failed to disconnect mailbox. Please try again.')),
      onSettled: () => setLeaving(null),
    })

  return (
    <div className="flex flex-col gap-6">
      <Card
        title="Mailboxes"
        description="The Outlook mailboxes that are sorted for you"
        actions={
          <>
            <Button icon={<RefreshCw aria-hidden="true" />} busy={loading} onClick={refresh}>
              Refresh
            </Button>
            <Button
              // With nothing in the list its empty state has the one button that counts.
              tone={state === 'ready' && list.length === 0 ? 'secondary' : 'primary'}
              icon={<MailPlus aria-hidden="true" />}
              busy={connecting}
              onClick={() => startConnect()}
            >
              Connect New Mailbox
            </Button>
          </>
        }
      >
        <div className="border-t border-line">
          {state === 'loading' ? (
            <SkeletonRows rows={2} rowClassName="h-22" label="Loading mailboxes..." />
          ) : state === 'failed' ? (
            <EmptyState
              icon={<TriangleAlert />}
              title="Error Loading Mailboxes"
              description="Your mailboxes could not be read. They are still connected."
              action={
                <Button busy={loading} onClick={refresh}>
                  Try Again
                </Button>
              }
            />
          ) : list.length === 0 ? (
            <EmptyState
              icon={<MailX />}
              title="No Mailboxes Connected"
              description="Connect an Outlook mailbox. You sign in at Microsoft; your password never comes here."
              action={
                <Button tone="primary" size="large" busy={connecting} onClick={() => startConnect()}>
                  Connect Mailbox
                </Button>
              }
            />
          ) : (
            <ul className="divide-y divide-line">
              {list.map((mailbox) => (
                <MailboxRow
                  key={mailbox.id}
                  mailbox={mailbox}
                  current={mailbox.id === active?.id}
                  connecting={connecting}
                  onReconnect={() => startConnect(mailbox.id)}
                  onSetActive={() => setActive(mailbox.id)}
                  onSettings={() => setSettingUp(mailbox)}
                  onDisconnect={() => setLeaving(mailbox)}
                />
              ))}
            </ul>
          )}
        </div>
        {settingUp && <MailboxSettingsDialog mailbox={settingUp} onClose={() => setSettingUp(null)} />}
        {leaving && (
          <ConfirmDialog
            onCancel={() => setLeaving(null)}
            onConfirm={() => confirmDisconnect(leaving)}
            title="Disconnect mailbox?"
            description={
              <>
                Disconnecting <strong className="font-medium text-ink">{leaving.email_address}</strong> removes all
                folder settings and stops sorting. This cannot be undone.
              </>
            }
            confirmLabel="Disconnect"
            busyLabel="Disconnecting..."
            busy={disconnect.isPending}
          />
        )}
      </Card>
      {active && <SortExistingCard key={active.id} mailbox={active} />}
    </div>
  )
}
