import { ArrowRight, ChevronDown, Inbox } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { sureConfidence } from '../../../contract/limits.ts'
import { isUnsure } from '../../../contract/reasons.ts'
import { folderLabel, type HistoryEntry, isInInbox } from '../../api/processing-logs.ts'
import { runOf, useCommands } from '../../lib/commands.ts'
import { formatDate, formatDateTime, formatTime } from '../../lib/format.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { safeText } from '../../lib/safe-text.ts'
import { t } from '../../texts/translate.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDistinctAddress } from '../mailbox/active-mailbox.tsx'
import { ConfidenceLabel } from './confidence-label.tsx'
import { CorrectionButtons } from './correction-buttons.tsx'
import { shortReason } from './decision-texts.ts'
import { emailActions, mainAction } from './email-actions.tsx'
import { LogOutcome } from './log-outcome.tsx'
import { delayedText } from './mail-places.ts'
import { type Corrections, isCorrectable } from './use-corrections.ts'
import { useOpenInMailbox } from './use-open-in-mailbox.ts'
import { focusRowAfter, useRowKeys } from './use-row-keys.ts'

const DecisionDetails = onDemand(async () => (await import('./decision-details.tsx')).DecisionDetails, {
  waiting: () => <Skeleton className="h-44 w-full rounded-lg" />,
})
const MoveDialog = onDemand(async () => (await import('./move-dialog.tsx')).MoveDialog, {
  failed: ({ onClose }) => onClose(),
})
const NewFolderForMail = onDemand(async () => (await import('./new-folder-for-mail.tsx')).NewFolderForMail, {
  failed: ({ onClose }) => onClose(),
})

/** Loads what a press on a row shows. */
export const prepareEmailRows = (): void => DecisionDetails.prepare()

/** They answer immediately; others open a dialog. */
const answerKeys = new Set(['1', '2', 'f', 'i'])

interface EmailRowProps {
  entry: HistoryEntry
  corrections: Corrections
  arrived: boolean
  /** Where the user has several. */
  namesMailbox: boolean
  /** Heading above the first entry of a day; null: none. */
  day: string | null
  /** Above the details. */
  children?: ReactNode
}

const rowClasses =
  'email-row group/row relative flex gap-3 px-5 py-2.5 print:py-1 hover:bg-sunken/60 has-focus-visible:bg-sunken/60'
const gridClasses =
  'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 ' +
  '@2xl:grid-cols-[minmax(0,1fr)_8rem_6.5rem_4.5rem] @5xl:grid-cols-[minmax(0,1fr)_12rem_6.5rem_4.5rem]'
/** One line on the screen; paper has no details to open. */
const cutClasses = 'truncate print:wrap-anywhere print:whitespace-normal'
/** Two lines: when an email is filed is the end of its sentence. */
const reasonCutClasses = 'line-clamp-2 print:line-clamp-none print:wrap-anywhere'
/** The pseudo-element makes the whole row clickable. */
const subjectClasses = "min-w-0 rounded-sm text-left font-medium after:absolute after:inset-0 after:content-['']"
const folderClasses =
  'flex min-w-0 items-baseline gap-1.5 text-muted @max-2xl:col-start-1 @max-2xl:row-start-2 ' +
  '[&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:self-center'

/** An email that was looked at: where it went, why, and what corrects that. A press opens its details. */
export function EmailRow({ entry, corrections, arrived, namesMailbox, day, children }: EmailRowProps) {
  const [open, setOpen] = useState(false)
  const [dialog, setDialog] = useState<'move' | 'new-folder' | null>(null)
  const openInMailbox = useOpenInMailbox(entry)
  const mailbox = useDistinctAddress(entry.mailbox_id)
  const id = useId()
  const dialogs = { moveTo: () => setDialog('move'), newFolder: () => setDialog('new-folder'), openInMailbox }
  const actions = isCorrectable(entry) ? emailActions(entry, corrections, dialogs) : []
  const main = mainAction(entry, actions)
  const row = useRef<HTMLLIElement>(null)
  useCommands(
    actions.map((action) => (action === main ? { ...action, key: 'E' } : action)),
    () => open || row.current?.contains(document.activeElement) === true,
  )
  useRowKeys(row, (key) => {
    const run = key === 'e' ? (main?.run ?? null) : runOf(actions, key === 'u' ? 'z' : key)
    if (key !== 'e' && (!run || !answerKeys.has(key))) return run
    return () => {
      run?.()
      focusRowAfter(row.current, { leaves: false })
    }
  })
  return (
    <li ref={row} data-log={entry.id} className={cx('text-sm', arrived && 'animate-arrive')}>
      {day !== null && <DayHeading day={day} date={formatDate(entry.processed_at)} />}
      <div className={rowClasses}>
        <LogOutcome entry={entry} />
        <div className={gridClasses}>
          <Message
            entry={entry}
            mailbox={namesMailbox ? mailbox : null}
            isOpen={open}
            detailsId={id}
            onPress={() => setOpen(!open)}
          />
          <ResultColumns entry={entry} />
          <div className={reasonClasses}>
            <p className={cx('min-w-0 text-muted @max-2xl:w-full @2xl:flex-1', reasonCutClasses)}>
              {shortReason(entry)}
            </p>
            {!open && (
              <div className={cx(buttonsClasses, isDoubtful(entry, corrections) ? shownClasses : quietClasses)}>
                <CorrectionButtons actions={actions} compact />
              </div>
            )}
          </div>
        </div>
        <ChevronDown
          aria-hidden="true"
          className={cx('mt-0.5 size-4 shrink-0 text-muted transition-transform print:hidden', open && 'rotate-180')}
        />
      </div>
      {open && (
        <div id={id} className="space-y-4 px-5 pb-5 @2xl:pl-12.5">
          {children}
          <DecisionDetails
            entry={entry}
            buttons={
              <div className="mt-4 flex flex-wrap gap-2 print:hidden">
                <CorrectionButtons actions={actions} compact={false} />
                {corrections.isWaiting && <p className="w-full text-muted">{t(delayedText)}</p>}
              </div>
            }
          />
        </div>
      )}
      {dialog === 'move' && <MoveDialog entry={entry} onClose={() => setDialog(null)} onMove={corrections.move} />}
      {dialog === 'new-folder' && (
        <NewFolderForMail entry={entry} onClose={() => setDialog(null)} onCreated={corrections.moveInto} />
      )}
    </li>
  )
}

/** What was not decided for sure, or was corrected, shows its buttons always. */
function isDoubtful(entry: HistoryEntry, { undo, likely }: Corrections): boolean {
  if (entry.corrected_at !== null) return undo !== null
  if (!entry.success) return isUnsure(entry.reason) || entry.reason === 'no_match'
  return likely.length > 0 && (entry.classification_confidence ?? 1) < sureConfidence
}

const reasonClasses =
  'col-span-full flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5 text-xs @2xl:min-h-7 @2xl:flex-nowrap'
// Above the pseudo-element of the subject.
const buttonsClasses = 'relative flex min-w-0 items-center gap-1.5 @2xl:shrink-0 print:hidden'
/** In a narrow row as wide as the row. */
const shownClasses = '@max-2xl:-mr-7 @max-2xl:-ml-7.5'
/** With the pointer over the row, or the focus in it. On a touch screen a press on the row shows them. */
const quietClasses =
  'invisible group-hover/row:visible group-focus-within/row:visible pointer-coarse:hidden ' +
  '@max-2xl:absolute @max-2xl:right-12 @max-2xl:bottom-2 @max-2xl:max-w-[calc(100%-4.25rem)] ' +
  '@max-2xl:rounded-full @max-2xl:bg-surface'

interface MessageProps {
  entry: HistoryEntry
  /** Its address; null: it is not named. */
  mailbox: string | null
  isOpen: boolean
  detailsId: string
  onPress: () => void
}

function Message({ entry, mailbox, isOpen, detailsId, onPress }: MessageProps) {
  const subject = subjectText(entry.subject)
  return (
    <div className="min-w-0 @2xl:flex @2xl:items-baseline @2xl:gap-2.5">
      <h3 className="flex min-w-0 @2xl:max-w-[70%] @2xl:shrink-0">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={onPress}
          className={cx(subjectClasses, isOpen ? 'wrap-anywhere' : cutClasses)}
          title={subject}
        >
          <span dir="auto">{subject}</span>
        </button>
      </h3>
      <p dir="auto" className={cx('min-w-0 text-left text-muted', cutClasses)} title={entry.from_address ?? undefined}>
        {senderText(entry)}
        {mailbox !== null && <bdi>{` · ${mailbox}`}</bdi>}
      </p>
    </div>
  )
}

/** Folder, confidence and time. */
const ResultColumns = ({ entry }: { entry: HistoryEntry }) => (
  <>
    <p className={folderClasses}>
      {isInInbox(entry) ? <Inbox aria-hidden="true" /> : <ArrowRight aria-hidden="true" />}
      <span dir="auto" className={cx('text-left', cutClasses)}>
        {safeText(folderLabel(entry))}
      </span>
    </p>
    <p className="text-muted @max-2xl:col-start-2 @max-2xl:row-start-2 @max-2xl:text-right @max-2xl:text-xs">
      <ConfidenceLabel entry={entry} />
    </p>
    <time
      dateTime={entry.processed_at}
      title={formatDateTime(entry.processed_at)}
      className="text-right whitespace-nowrap text-muted @max-2xl:col-start-2 @max-2xl:row-start-1 @max-2xl:text-xs"
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
