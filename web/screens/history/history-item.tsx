import { ArrowRight, ChevronDown, Inbox } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { type HistoryEntry, folderLabel, isInInbox } from '../../api/processing-logs.ts'
import { ConfidenceLabel } from '../../features/mail/confidence-label.tsx'
import { useDistinctAddress } from '../../features/mailbox/active-mailbox.tsx'
import { LogOutcome } from '../../features/mail/log-outcome.tsx'
import { formatDate, formatDateTime, formatTime } from '../../lib/format.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { safeText } from '../../lib/safe-text.ts'
import { cx } from '../../ui/cx.ts'
import { DecisionDetails } from './decision-details.tsx'

interface HistoryItemProps {
  entry: HistoryEntry
  arrived: boolean
  /** Heading above the first entry of a day; null: none. */
  day: string | null
}

const gridClasses =
  'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-4 md:items-start ' +
  'md:grid-cols-[minmax(0,1fr)_8rem_6.5rem_4.5rem] lg:grid-cols-[minmax(0,1fr)_12rem_6.5rem_4.5rem]'
const rowClasses =
  'group/row relative flex gap-3 px-5 py-3 print:py-1 hover:bg-sunken/60 has-focus-visible:bg-sunken/60'
/** One line on the screen; paper has no details to open. */
const cutClasses = 'truncate print:wrap-anywhere print:whitespace-normal'
/** The pseudo-element makes the whole row clickable. */
const subjectClasses = "min-w-0 rounded-sm text-left font-medium after:absolute after:inset-0 after:content-['']"
const folderClasses =
  'flex min-w-0 items-center gap-1.5 text-muted max-md:col-start-1 max-md:row-start-2 max-md:text-xs ' +
  '[&_svg]:size-3.5 [&_svg]:shrink-0'

/** A row of the history; a click opens its details. */
export const HistoryItem = memo(function HistoryItem({ entry, arrived, day }: HistoryItemProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const subject = subjectText(entry.subject)
  const mailbox = useDistinctAddress(entry.mailbox_id)
  return (
    <li className={cx('text-sm', arrived && 'animate-arrive')}>
      {day !== null && <DayHeading day={day} date={formatDate(entry.processed_at)} />}
      <div className={rowClasses}>
        <LogOutcome entry={entry} />
        <div className={gridClasses}>
          <div className="min-w-0 md:flex md:items-baseline md:gap-2.5">
            <h3 className="flex min-w-0 md:max-w-[70%] md:shrink-0">
              <button
                type="button"
                aria-expanded={open}
                aria-controls={open ? id : undefined}
                onClick={() => setOpen(!open)}
                className={cx(subjectClasses, open ? 'wrap-anywhere' : cutClasses)}
                title={subject}
              >
                <span dir="auto">{subject}</span>
              </button>
            </h3>
            <p
              dir="auto"
              className={cx('min-w-0 text-left text-muted', cutClasses)}
              title={entry.from_address ?? undefined}
            >
              {senderText(entry)}
              {mailbox !== null && <bdi>{` · ${mailbox}`}</bdi>}
            </p>
          </div>
          <ResultColumns entry={entry} />
        </div>
        <ChevronDown
          aria-hidden="true"
          className={cx(
            'mt-0.5 size-4 shrink-0 text-muted transition-transform print:hidden',
            open ? 'rotate-180' : 'self-center',
          )}
        />
      </div>
      {open && (
        <div id={id} className="px-5 pb-5 md:pl-12.5">
          <DecisionDetails entry={entry} />
        </div>
      )}
    </li>
  )
})

/** Folder, confidence and time. */
const ResultColumns = ({ entry }: { entry: HistoryEntry }) => (
  <>
    <p className={folderClasses}>
      {isInInbox(entry) ? <Inbox aria-hidden="true" /> : <ArrowRight aria-hidden="true" />}
      <span dir="auto" className={cx('text-left', cutClasses)}>
        {safeText(folderLabel(entry))}
      </span>
    </p>
    <p className="text-muted max-md:col-start-2 max-md:row-start-1 max-md:text-right max-md:text-xs">
      <ConfidenceLabel entry={entry} />
    </p>
    <time
      dateTime={entry.processed_at}
      title={formatDateTime(entry.processed_at)}
      className="text-right whitespace-nowrap text-muted max-md:col-start-2 max-md:row-start-2 max-md:text-xs"
    >
      {formatTime(entry.processed_at)}
    </time>
  </>
)

/** On paper, “Today” has its date. */
const DayHeading = ({ day, date }: { day: string; date: string }) => (
  <p className="border-b border-line bg-sunken px-5 py-1 text-xs font-medium text-muted">
    {day}
    {day !== date && <span className="hidden print:inline">, {date}</span>}
  </p>
)
