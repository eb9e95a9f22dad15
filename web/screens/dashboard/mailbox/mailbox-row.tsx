import { Link } from '@tanstack/react-router'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { formatCount, formatDateTime } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { inlineLinkClasses } from '../../../ui/link-classes.ts'

interface MailboxRowProps {
  mailbox: Mailbox
  current: boolean
  /** The browser is being redirected to the provider's sign-in. */
  connecting: boolean
  onReconnect: () => void
  onSetActive: () => void
  onSettings: () => void
  onDisconnect: () => void
}

export function MailboxRow(props: MailboxRowProps) {
  const { mailbox, current, connecting, onReconnect, onSetActive, onSettings, onDisconnect } = props
  const isActive = mailbox.status === 'active'
  return (
    <li className="flex justify-between gap-x-6 gap-y-3 px-5 py-4 max-sm:flex-col sm:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-medium">{mailbox.name || 'Unnamed Mailbox'}</h3>
          <Badge tone={isActive ? 'good' : 'warn'}>{isActive ? 'Active' : mailbox.status}</Badge>
          {current && <Badge tone="accent">Current</Badge>}
        </div>
        <p className="text-sm wrap-anywhere text-muted">{mailbox.email_address}</p>
        <p className="text-sm text-muted">
          {formatCount(mailbox.folder_count, 'folder')}
          {mailbox.expires_at && (
            <>
              <span className="max-sm:hidden">{' · '}</span>
              <span className="max-sm:block">Token expires {formatDateTime(mailbox.expires_at)}</span>
            </>
          )}
        </p>
        <SortingWarning mailbox={mailbox} current={current} />
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2">
        {mailbox.status === 'reauth_required' && (
          <Button
            size="small"
            tone="primary"
            busy={connecting}
            onClick={onReconnect}
            aria-label={`Reconnect ${mailbox.email_address}`}
          >
            Reconnect
          </Button>
        )}
        {!current && (
          <Button size="small" onClick={onSetActive} aria-label={`Set Active: ${mailbox.email_address}`}>
            Set Active
          </Button>
        )}
        <Button size="small" onClick={onSettings} aria-label={`Settings: ${mailbox.email_address}`}>
          Settings
        </Button>
        <Button size="small" onClick={onDisconnect} aria-label={`Disconnect ${mailbox.email_address}`}>
          Disconnect
        </Button>
      </div>
    </li>
  )
}

/** Says why the mailbox is not sorted, and what to do. */
function SortingWarning({ mailbox, current }: Pick<MailboxRowProps, 'mailbox' | 'current'>) {
  if (mailbox.status !== 'active')
    return <p className="mt-1 text-sm text-warn">Sorting is paused. Connect this mailbox again to go on.</p>
  if (mailbox.has_webhook || mailbox.polling) return null
  return (
    <p className="mt-1 text-sm text-pretty text-warn">
      Sorting is off.{' '}
      {current ? (
        <Link to="/dashboard" search={{ tab: 'folders' }} className={inlineLinkClasses}>
          Turn it on in Folders
        </Link>
      ) : (
        'Set this mailbox active to turn it on.'
      )}
    </p>
  )
}
