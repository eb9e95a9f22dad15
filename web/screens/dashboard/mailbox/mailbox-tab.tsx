import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { MailPlus, MailX, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Ability, Mailbox } from '../../../../contract/connected-mailbox.ts'
import { useProduct } from '../../../api/product.tsx'
import { mailboxKeys } from '../../../api/query-keys.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { MailboxesUnavailable } from '../../../features/mailbox/mailboxes-unavailable.tsx'
import { useStartConnect } from '../../../features/connect/use-start-connect.tsx'
import { formatDateTime } from '../../../lib/format.ts'
import { sortingPausedText } from '../../../lib/mailbox-status.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Link } from '../../../routing/link.tsx'
import { useBeginning } from '../../../routing/router-view.tsx'
import { rich } from '../../../texts/rich.ts'
import { t, text, tn } from '../../../texts/translate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { inlineLinkClasses } from '../../../ui/link-classes.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ExistingMailFrame, ExistingMailSkeleton } from '../sort-existing/existing-mail-frame.tsx'

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
  const { connecting, startConnect, startReconnect, dialog } = useStartConnect()
  useBeginning('connect', startConnect)
  const [disconnecting, setDisconnecting] = useState<Mailbox | null>(null)
  const [configuring, setConfiguring] = useState<Mailbox | null>(null)
  const refresh = (): void => void client.invalidateQueries({ queryKey: mailboxKeys.all })

  const connect = (tone: 'primary' | 'secondary') => (
    <Button tone={tone} icon={<MailPlus aria-hidden="true" />} busy={connecting} onClick={startConnect}>
      {t('Connect New Mailbox')}
    </Button>
  )
  // In the empty list the button is where the user looks.
  const isEmpty = state === 'ready' && list.length === 0
  const isNext = !gettingStarted && state !== 'failed' && list.every(({ status }) => status !== 'reauth_required')
  // Shown together: the steps are above the list.
  const content = isLoaded ? (
    <div className="flex flex-col gap-6">
      {gettingStarted}
      <Card
        title={t('Connected Mailboxes')}
        description={t('The mailboxes that are sorted for you')}
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
            onReconnect={startReconnect}
            onSettings={setConfiguring}
            onDisconnect={setDisconnecting}
          />
        </div>
      </Card>
      {active && <SortExistingCard key={active.id} mailbox={active} />}
    </div>
  ) : (
    <Skeleton className="h-80 w-full rounded-xl" />
  )
  // The dialogs stay while the steps of another mailbox load.
  return (
    <>
      {content}
      {dialog}
      {configuring && <MailboxSettingsDialog mailbox={configuring} onClose={() => setConfiguring(null)} />}
      {disconnecting && <DisconnectDialog mailbox={disconnecting} onClose={() => setDisconnecting(null)} />}
    </>
  )
}

interface MailboxListProps {
  connecting: boolean
  /** The button of the empty list. */
  connect: ReactNode
  /** The steps above the list have the switch for sorting. */
  isStarting: boolean
  onReconnect: (mailbox: Mailbox) => void
  onSettings: (mailbox: Mailbox) => void
  onDisconnect: (mailbox: Mailbox) => void
}

function MailboxList({ connecting, connect, isStarting, onReconnect, ...on }: MailboxListProps) {
  const { list, active, state, setActive } = useMailboxes()
  const { name } = useProduct()
  if (state === 'failed') return <MailboxesUnavailable level={3} />
  if (list.length === 0)
    return (
      <EmptyState
        icon={<MailX />}
        title={t('No Mailboxes Connected')}
        description={t('{name} sorts the emails that arrive in it.', { name })}
        action={connect}
      />
    )
  return (
    <ul className="divide-y divide-line">
      {list.map((mailbox) => (
        <MailboxRow
          key={mailbox.id}
          mailbox={mailbox}
          current={mailbox.id === active?.id}
          connecting={connecting}
          isStarting={isStarting}
          onReconnect={() => onReconnect(mailbox)}
          onSetActive={() => setActive(mailbox.id)}
          onSettings={() => on.onSettings(mailbox)}
          onDisconnect={() => on.onDisconnect(mailbox)}
        />
      ))}
    </ul>
  )
}

interface MailboxRowProps {
  mailbox: Mailbox
  current: boolean
  /** The browser is being redirected to the provider's sign-in. */
  connecting: boolean
  /** The page has the switch for sorting already. */
  isStarting: boolean
  onReconnect: () => void
  onSetActive: () => void
  onSettings: () => void
  onDisconnect: () => void
}

function MailboxRow(props: MailboxRowProps) {
  const { mailbox, current, connecting, isStarting, onReconnect, onSetActive, onSettings, onDisconnect } = props
  const isActive = mailbox.status === 'active'
  return (
    <li className="flex justify-between gap-x-6 gap-y-3 px-5 py-4 max-sm:flex-col sm:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="min-w-0 font-medium wrap-anywhere">{mailbox.name || t('Unnamed Mailbox')}</h3>
          {/* The status of the API; the warning below says what it means. */}
          <Badge tone={isActive ? 'good' : 'warn'}>{isActive ? t('Active') : mailbox.status}</Badge>
          {current && <Badge tone="accent">{t('Current')}</Badge>}
        </div>
        <p className="text-sm wrap-anywhere text-muted">{mailbox.email_address}</p>
        <p className="text-sm text-muted">
          {tn(mailbox.folder_count, '{count} folder', '{count} folders')}
          {mailbox.expires_at && (
            <>
              <span className="max-sm:hidden">{' · '}</span>
              <span className="max-sm:block">
                {mailbox.status === 'active'
                  ? t('Token expires {date}, renewed automatically', { date: formatDateTime(mailbox.expires_at) })
                  : t('Token expires {date}', { date: formatDateTime(mailbox.expires_at) })}
              </span>
            </>
          )}
        </p>
        {mailbox.unsupported?.map((ability) => (
          <p key={ability} className="mt-1 text-sm text-pretty text-warn">
            {t(unsupportedTexts[ability])}
          </p>
        ))}
        <SortingWarning mailbox={mailbox} current={current} isStarting={isStarting} onSetActive={onSetActive} />
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2">
        {mailbox.status === 'reauth_required' && (
          <Button
            size="small"
            tone="primary"
            busy={connecting}
            onClick={onReconnect}
            aria-label={t('Reconnect {address}', { address: mailbox.email_address })}
          >
            {t('Reconnect')}
          </Button>
        )}
        {!current && (
          <Button
            size="small"
            onClick={onSetActive}
            aria-label={t('Set Active: {address}', { address: mailbox.email_address })}
          >
            {t('Set Active')}
          </Button>
        )}
        <Button
          size="small"
          onClick={onSettings}
          aria-label={t('Settings: {address}', { address: mailbox.email_address })}
        >
          {t('Settings')}
        </Button>
        <Button
          size="small"
          onClick={onDisconnect}
          aria-label={t('Disconnect {address}', { address: mailbox.email_address })}
        >
          {t('Disconnect')}
        </Button>
      </div>
    </li>
  )
}

const unsupportedTexts: Record<Ability, string> = {
  move: text(
    'Its mail server cannot move single emails: they stay in the inbox, ' +
      'marked with the name of their folder where the server allows that.',
  ),
  tag: text('Its mail server stores no tags, so email of folders that are set to tag is moved.'),
  send: text('It has no server for outgoing email, so nothing is forwarded. Connect the mailbox again to name one.'),
}

/** Says why the mailbox is not sorted, and what to do. */
function SortingWarning({
  mailbox,
  current,
  isStarting,
  onSetActive,
}: Pick<MailboxRowProps, 'mailbox' | 'current' | 'isStarting' | 'onSetActive'>) {
  if (mailbox.status !== 'active')
    return <p className="mt-1 text-sm text-pretty text-warn">{sortingPausedText(mailbox)}</p>
  if (mailbox.has_webhook || mailbox.polling || (isStarting && current)) return null
  return (
    <p className="mt-1 text-sm text-pretty text-warn">
      {rich('Sorting is off. <link>Switch it on in Folders</link>', {
        link: (label) => (
          <Link to="/dashboard" search={{ tab: 'folders' }} onClick={onSetActive} className={inlineLinkClasses}>
            {label}
          </Link>
        ),
      })}
    </p>
  )
}
