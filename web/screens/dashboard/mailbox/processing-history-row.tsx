import { ArrowRight, Inbox } from 'lucide-react'
import { type HistoryEntry, folderLabel } from '../../../api/processing-logs.ts'
import { Confidence } from '../../../features/mail/confidence.tsx'
import { explanationText } from '../../../features/mail/explanation-text.ts'
import { LogOutcome } from '../../../features/mail/log-outcome.tsx'
import { now } from '../../../lib/clock.ts'
import { formatDateTime, formatMoment } from '../../../lib/format.ts'
import { senderText, subjectText } from '../../../lib/message-texts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { cx } from '../../../ui/cx.ts'

export function ProcessingHistoryRow({ entry, arrived }: { entry: HistoryEntry; arrived: boolean }) {
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
            <Confidence entry={entry} in="details" />
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
