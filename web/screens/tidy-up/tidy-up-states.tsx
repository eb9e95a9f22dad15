import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Plug, TriangleAlert } from 'lucide-react'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import { tidyUpDays } from '../../../contract/limits.ts'
import { messageOf } from '../../api/api-error.ts'
import { mailboxKeys } from '../../api/query-keys.ts'
import { useSetupLink } from '../../features/mailbox/use-setup-link.tsx'
import { sortingPausedText } from '../../lib/mailbox-status.ts'
import { Link } from '../../routing/link.tsx'
import { t, tn } from '../../texts/translate.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import type { InboxScan } from './use-inbox-scan.ts'

export const NoMailbox = () => (
  <EmptyState
    level={2}
    icon={<Plug />}
    title={t('No mailbox yet')}
    description={t('Connect your mailbox, then its emails are grouped here.')}
    action={useSetupLink()}
  />
)

export function MailboxesFailed() {
  const client = useQueryClient()
  return (
    <EmptyState
      level={2}
      icon={<TriangleAlert />}
      title={t('Error Loading Mailboxes')}
      description={t('Your mailboxes could not be loaded. They are still connected.')}
      action={<RetryButton onRetry={() => client.refetchQueries({ queryKey: mailboxKeys.list })} />}
    />
  )
}

export const MailboxPaused = ({ mailbox }: { mailbox: Mailbox }) => (
  <EmptyState
    level={2}
    icon={<TriangleAlert />}
    title={t('This mailbox cannot be read right now')}
    description={sortingPausedText(mailbox)}
    action={
      <Link to="/dashboard" search={{ tab: 'mailbox' }} className={buttonClasses('primary')}>
        {t('Open Mailboxes')}
      </Link>
    }
  />
)

export const NothingToTidyUp = () => (
  <EmptyState
    level={2}
    icon={<CircleCheck />}
    title={t('Nothing to tidy up')}
    description={t('Your inbox has no emails of the last {days} days that could be filed.', { days: tidyUpDays })}
    action={useSetupLink()}
  />
)

/** Every group is answered. */
export const AllTidy = ({ emails }: { emails: number }) => (
  <EmptyState
    icon={<CircleCheck />}
    title={t('Your inbox is tidy')}
    description={tn(
      emails,
      'You have answered for {count} email. New emails like it are sorted the same way.',
      'You have answered for {count} emails. New emails like them are sorted the same way.',
    )}
    action={useSetupLink()}
  />
)

/** The inbox could not be read to its end; what was read can be answered. */
export const ReadingFailed = ({ scan: { read, total, error, resume } }: { scan: InboxScan }) => (
  <Notice tone="bad" role="alert">
    <p>
      {read === 0
        ? t('Your inbox could not be read: {error}', { error: messageOf(error) })
        : tn(
            total ?? read,
            'Only {read} of {count} email could be read: {error}',
            'Only {read} of {count} emails could be read: {error}',
            { read, error: messageOf(error) },
          )}
    </p>
    <div className="mt-2">
      <RetryButton size="small" onRetry={resume} />
    </div>
  </Notice>
)
