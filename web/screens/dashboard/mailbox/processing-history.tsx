import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { logsOnFoldersTab } from '../../../../contract/limits.ts'
import { historyQuery, type HistoryEntry } from '../../../api/logs.ts'
import { toastError } from '../../../lib/toast.ts'
import { HistoryUnavailable, NoHistory } from '../../../shell/history-states.tsx'
import { WaitingMail } from '../../../shell/waiting-mail.tsx'
import { buttonLook } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { HistoryRow } from './history-row.tsx'

export function ProcessingHistory({ mailboxId }: { mailboxId: string }) {
  const { data: entries, error, isFetching, refetch } = useQuery(historyQuery(mailboxId, logsOnFoldersTab))

  useEffect(() => {
    if (error) toastError('Failed to load processing logs')
  }, [error])

  return (
    <Card
      title="Processing History"
      actions={
        <Link to="/history" search={{ mailbox: mailboxId }} className={buttonLook('secondary', 'small')}>
          View All Logs
        </Link>
      }
    >
      {entries?.[0]?.status === 'limit_reached' && (
        <div className="px-5 pb-4">
          <Notice tone="warn">
            The monthly limit of your plan is reached: new mail stays in your inbox.{' '}
            <Link to="/subscription" className="rounded-sm font-medium underline underline-offset-4">
              See your plan
            </Link>
          </Notice>
          <WaitingMail />
        </div>
      )}
      {/* As high as the rows that it is made for: what stands below or beside it does not move when it is known how many there are. */}
      <div className="flex min-h-105 flex-col border-t border-line">
        {entries && entries.length > 0 ? (
          <HistoryList entries={entries} />
        ) : entries || error ? (
          <div className="my-auto">
            {entries ? <NoHistory /> : <HistoryUnavailable busy={isFetching} onRetry={() => void refetch()} />}
          </div>
        ) : (
          <SkeletonRows rows={logsOnFoldersTab} rowClassName="h-21" label="Loading processing logs..." />
        )}
      </div>
    </Card>
  )
}

/** Rows that arrive while somebody looks are tinted for a moment; those that were there are not. */
function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  const [first] = useState(() => new Set(entries.map((entry) => entry.id)))
  return (
    <ol className="divide-y divide-line" aria-label="Last processed emails">
      {entries.map((entry) => (
        <HistoryRow key={entry.id} entry={entry} arrived={!first.has(entry.id)} />
      ))}
    </ol>
  )
}
