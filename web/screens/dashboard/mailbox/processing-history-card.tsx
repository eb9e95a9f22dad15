import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { recentLogsOnFoldersTab } from '../../../../contract/limits.ts'
import { historyQuery, type HistoryEntry } from '../../../api/processing-logs.ts'
import { HistoryUnavailable, NoHistory } from '../../../features/mail/history-states.tsx'
import { WaitingMail } from '../../../features/usage/waiting-mail.tsx'
import { toastError } from '../../../lib/toast.ts'
import { Link } from '../../../routing/link.tsx'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { ProcessingHistoryRow } from './processing-history-row.tsx'

export function ProcessingHistoryCard({ mailboxId }: { mailboxId: string }) {
  const { data, error, isFetching, refetch } = useQuery(historyQuery(mailboxId, recentLogsOnFoldersTab))
  // Deferred: the rows are rendered in short steps.
  const entries = useDeferredValue(data)

  useEffect(() => {
    if (error) toastError(t('Failed to load processing logs'))
  }, [error])

  return (
    <Card
      title={t('Processing History')}
      actions={
        <Link to="/history" search={{ mailbox: mailboxId }} className={buttonClasses('secondary', 'small')}>
          {t('View All Logs')}
        </Link>
      }
    >
      {entries?.[0]?.status === 'limit_reached' && (
        <div className="px-5 pb-4">
          <Notice tone="warn">
            {rich(
              'The monthly limit of your plan is reached: new email stays in your inbox. <link>See your plan</link>',
              {
                link: (label) => (
                  <Link to="/subscription" className="rounded-sm font-medium underline underline-offset-4">
                    {label}
                  </Link>
                ),
              },
            )}
          </Notice>
          <WaitingMail />
        </div>
      )}
      {/* Reserves the height of all rows, so that nothing below moves when they are loaded. */}
      <div className="flex min-h-105 flex-col border-t border-line">
        {entries && entries.length > 0 ? (
          <HistoryList entries={entries} />
        ) : entries || error ? (
          <div className="my-auto">
            {entries ? <NoHistory /> : <HistoryUnavailable busy={isFetching} onRetry={() => void refetch()} />}
          </div>
        ) : (
          <SkeletonRows rows={recentLogsOnFoldersTab} rowClassName="h-21" label={t('Loading processing logs...')} />
        )}
      </div>
    </Card>
  )
}

/** Rows that arrive while the page is open are highlighted briefly. */
function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  const [initialIds] = useState(() => new Set(entries.map((entry) => entry.id)))
  return (
    <ol className="divide-y divide-line" aria-label={t('Last processed emails')}>
      {entries.map((entry) => (
        <ProcessingHistoryRow key={entry.id} entry={entry} arrived={!initialIds.has(entry.id)} />
      ))}
    </ol>
  )
}
