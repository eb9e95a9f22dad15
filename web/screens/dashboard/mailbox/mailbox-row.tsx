import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { sortingPausedText } from '../../../lib/mailbox-status.ts'
import { Link } from '../../../routing/link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { inlineLinkClasses } from '../../../ui/link-classes.ts'
import { rich } from '../../../texts/rich.ts'
import { t, tn } from '../../../texts/translate.ts'

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

export function MailboxRow(props: MailboxRowProps) {
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
                {t('Token expires {date}', { date: formatDateTime(mailbox.expires_at) })}
              </span>
            </>
          )}
        </p>
        <SortingWarning mailbox={mailbox} current={current} isStarting={isStarting} />
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

/** Says why the mailbox is not sorted, and what to do. */
function SortingWarning({ mailbox, current, isStarting }: Pick<MailboxRowProps, 'mailbox' | 'current' | 'isStarting'>) {
  if (mailbox.status !== 'active')
    return <p className="mt-1 text-sm text-pretty text-warn">{sortingPausedText(mailbox)}</p>
  if (mailbox.has_webhook || mailbox.polling || (isStarting && current)) return null
  return (
    <p className="mt-1 text-sm text-pretty text-warn">
      {current
        ? rich('Sorting is off. <link>Switch it on in Folders</link>', {
            link: (label) => (
              <Link to="/dashboard" search={{ tab: 'folders' }} className={inlineLinkClasses}>
                {label}
              </Link>
            ),
          })
        : t('Sorting is off. Set this mailbox active to switch it on.')}
    </p>
  )
}
