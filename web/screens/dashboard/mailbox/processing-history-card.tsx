import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Inbox } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { recentLogsOnFoldersTab } from '../../../../contract/limits.ts'
import { folderLabel, type HistoryEntry, historyQuery } from '../../../api/processing-logs.ts'
import { ConfidenceLabel } from '../../../features/mail/confidence-label.tsx'
import { explanationText } from '../../../features/mail/explanation-text.ts'
import { HistoryUnavailable, NoHistory } from '../../../features/mail/history-states.tsx'
import { LogOutcome } from '../../../features/mail/log-outcome.tsx'
import { WaitingMailNotice } from '../../../features/usage/waiting-mail-notice.tsx'
import { now } from '../../../lib/clock.ts'
import { formatDateTime, formatMoment } from '../../../lib/format.ts'
import { senderText, subjectText } from '../../../lib/message-texts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { toastError } from '../../../lib/toast.ts'
import { Link } from '../../../routing/link.tsx'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'

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
          <WaitingMailNotice />
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

function ProcessingHistoryRow({ entry, arrived }: { entry: HistoryEntry; arrived: boolean }) {
  const subject = subjectText(entry.subject)
  const explanation = explanationText(entry)
  return (
    <li className={cx('flex gap-3 px-5 py-3 text-sm', arrived && 'animate-arrive')}>
      <LogOutcome entry={entry} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <p dir="auto" className="truncate text-left font-medium" title={subject}>
            {subject}
          </p>
          <span className="shrink-0 text-xs text-muted">
            <ConfidenceLabel entry={entry} />
          </span>
        </div>
        <p dir="auto" className="truncate text-left text-muted" title={entry.from_address ?? undefined}>
          {senderText(entry)}
        </p>
        <div className="mt-0.5 flex items-center justify-between gap-3 text-xs text-muted">
          <span className="flex min-w-0 items-center gap-1 [&_svg]:size-3.5 [&_svg]:shrink-0">
            {entry.target_folder_id === null ? <Inbox aria-hidden="true" /> : <ArrowRight aria-hidden="true" />}
            <span dir="auto" className="truncate text-left">
              {safeText(folderLabel(entry))}
            </span>
          </span>
          <time dateTime={entry.processed_at} title={formatDateTime(entry.processed_at)} className="shrink-0">
            {formatMoment(entry.processed_at, now())}
          </time>
        </div>
        {(!entry.success || entry.reason === 'assigned') && explanation && (
          <p className="mt-1 text-xs text-pretty wrap-anywhere text-muted">{explanation}</p>
        )}
      </div>
    </li>
  )
}
