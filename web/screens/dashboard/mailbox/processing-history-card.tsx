import { useDeferredValue, useEffect } from 'react'
import { recentLogsOnFoldersTab } from '../../../../contract/limits.ts'
import { ListHeading } from '../../../features/mail/list-heading.tsx'
import { HistoryUnavailable, NoHistory } from '../../../features/mail/history-states.tsx'
import { NewerEmailsButton } from '../../../features/mail/newer-emails-button.tsx'
import { useLogPage } from '../../../features/mail/use-log-page.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { toastError } from '../../../lib/toast.ts'
import { Link } from '../../../routing/link.tsx'
import { t } from '../../../texts/translate.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'

const WaitingRows = () => (
  <SkeletonRows rows={recentLogsOnFoldersTab} rowClassName="h-21" label={t('Loading processing logs...')} />
)

// Below or beside the folders, which show first.
const EmailList = onDemand(async () => (await import('../../../features/mail/email-list.tsx')).EmailList, {
  waiting: () => <WaitingRows />,
})

// Rare.
const WaitingMailNotice = onDemand(
  async () => (await import('../../../features/usage/waiting-mail-notice.tsx')).WaitingMailNotice,
  { failed: 'quiet' },
)

export function ProcessingHistoryCard({ mailboxId }: { mailboxId: string }) {
  const { query, newer, showNewest, onInUseChange } = useLogPage({
    filters: { mailboxId },
    page: 1,
    limit: recentLogsOnFoldersTab,
  })
  const { error, isFetching, refetch } = query
  // Deferred: the rows are rendered in short steps.
  const entries = useDeferredValue(query.data?.entries)

  useEffect(() => {
    if (error) toastError(t('Failed to load processing logs'))
  }, [error])

  return (
    <Card
      title={<ListHeading>{t('Processing History')}</ListHeading>}
      actions={
        <>
          <NewerEmailsButton newer={newer} onShow={showNewest} />
          <Link to="/history" search={{ mailbox: mailboxId }} className={buttonClasses('secondary', 'small')}>
            {t('View All Logs')}
          </Link>
        </>
      }
    >
      {/* That sorting is paused is said beside its switch. */}
      {entries?.[0]?.status === 'limit_reached' && (
        <div className="px-5 pb-4">
          <WaitingMailNotice />
        </div>
      )}
      {/* Reserves the height of all rows, so that nothing below moves when they are loaded. */}
      <div className="flex min-h-105 flex-col border-t border-line">
        {entries && entries.length > 0 ? (
          <EmailList
            label={t('Last processed emails')}
            entries={entries}
            namesMailbox={false}
            live
            onInUseChange={onInUseChange}
          />
        ) : entries || error ? (
          <div className="my-auto">
            {entries ? <NoHistory /> : <HistoryUnavailable busy={isFetching} onRetry={() => void refetch()} />}
          </div>
        ) : (
          <WaitingRows />
        )}
      </div>
    </Card>
  )
}
