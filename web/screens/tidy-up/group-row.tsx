import { ChevronRight, Folder } from 'lucide-react'
import type { TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import { formatMoment } from '../../lib/format.ts'
import { now } from '../../lib/clock.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { safeText } from '../../lib/safe-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { samplesOf } from '../../features/mail/group-emails.ts'
import { groupTitle, sendersText } from '../../features/mail/group-texts.ts'
import { PressStatus } from './press-status.tsx'
import type { Row } from './rows.ts'
import type { Target } from './suggest-folder.ts'
import { rich } from '../../texts/rich.ts'
import { t, tn } from '../../texts/translate.ts'

const samplesShown = 3

/** What a row can be asked to do; each has a key. */
export interface RowActions {
  /** Files the emails into the suggested folder; without one, the user chooses. */
  file: (row: Row) => void
  choose: (row: Row) => void
  leave: (row: Row) => void
  toggle: (row: Row) => void
  showMore: (row: Row) => void
  undo: (row: Row) => void
  change: (row: Row) => void
  /** The row has got the focus. */
  enter: (row: Row) => void
}

interface GroupRowProps {
  row: Row
  currentKey: string | null
  known: readonly TidyUpPress[]
  failures: ReadonlyMap<string, string>
  actions: RowActions
}

const currentClasses = 'border-accent bg-accent-soft/40'
const rowClasses =
  'grid gap-x-8 gap-y-3 border-l-4 px-4 py-4 sm:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:items-center'

/** A group with its answers, and below it its parts where it is open. */
export function GroupRow(props: GroupRowProps) {
  const { row, currentKey, known, failures, actions } = props
  const { group, open, press, parts, hidden } = row
  const isCurrent = group.key === currentKey
  const title = groupTitle(group, open.length || group.emails.length)
  return (
    <li className="border-t border-line first:border-t-0">
      <div
        data-row={group.key}
        onFocus={() => actions.enter(row)}
        className={cx(rowClasses, isCurrent ? currentClasses : 'border-transparent has-[h3:focus]:border-accent')}
      >
        <div className={cx('flex min-w-0 items-start gap-2', open.length === 0 && 'text-muted')}>
          <OpenButton row={row} title={title} onToggle={() => actions.toggle(row)} />
          <Description row={row} title={title} />
        </div>
        <div className={cx('min-w-0', group.type !== 'email' && 'lg:min-h-20')}>
          {press && <PressStatus press={press} known={known} title={title} onUndo={() => actions.undo(row)} />}
          {open.length > 0 && <Answers row={row} title={title} actions={actions} />}
          <ErrorNotice className="mt-2">{failures.get(group.key)}</ErrorNotice>
        </div>
      </div>
      {parts && (
        <ul className="border-t border-line pl-6 max-sm:pl-3">
          {parts.map((part) => (
            <GroupRow key={part.group.key} {...props} row={part} />
          ))}
          {hidden > 0 && (
            <li className="border-t border-line px-5 py-3">
              <Button size="small" onClick={() => actions.showMore(row)}>
                {tn(hidden, 'Show {count} more', 'Show {count} more')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** As wide where a single email has nothing to open. */
const OpenButton = ({ row: { group, parts }, title, onToggle }: { row: Row; title: string; onToggle: () => void }) =>
  group.parts.length === 0 ? (
    <span className="w-7 shrink-0" />
  ) : (
    <IconButton
      label={parts ? t('Close: {group}', { group: title }) : t('Open: {group}', { group: title })}
      aria-expanded={parts !== null}
      icon={<ChevronRight aria-hidden="true" className={cx('transition-transform', parts && 'rotate-90')} />}
      className="-ml-2 size-8! shrink-0"
      onClick={onToggle}
    />
  )

function Description({ row: { group, open }, title }: { row: Row; title: string }) {
  const [newest] = group.emails
  const samples = samplesOf(open.length > 0 ? open : group.emails, samplesShown)
  return (
    <div className="min-w-0">
      <h3 tabIndex={-1} className="scroll-mt-20 scroll-mb-24 font-semibold wrap-anywhere outline-none">
        <bdi>{title}</bdi> {group.type === 'mixed' && <Badge tone="warn">{t('Mixed')}</Badge>}
      </h3>
      <p className="truncate text-sm text-muted">
        <bdi>{sendersText(group)}</bdi>
        {group.type === 'email' && newest && ` · ${formatMoment(newest.receivedAt, now())}`}
      </p>
      {group.type !== 'email' && (
        <ul aria-label={t('Examples')} className="mt-1.5 text-sm">
          {samples.map(({ messageId, subject }) => (
            <li key={messageId} className="truncate">
              <bdi>{subjectText(subject)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface AnswersProps {
  row: Row
  title: string
  actions: RowActions
}

function Answers({ row, title, actions }: AnswersProps) {
  const { group, suggestion, open } = row
  const opensFirst = group.type === 'mixed' || group.type === 'other'
  const toggleLabel = row.parts ? t('Close') : t('Open')
  const name = (action: string): string => t('{action}: {group}', { action, group: title })
  return (
    <>
      {suggestion && <SuggestedFolder target={suggestion} onChange={() => actions.change(row)} />}
      {opensFirst && (
        <p className="text-sm text-pretty text-muted">
          {group.type === 'mixed'
            ? t('Its emails belong to different things. Open it to answer one by one.')
            : t('Senders of a single email, and emails that fit nothing.')}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {suggestion && (
          <Button
            tone="primary"
            size="small"
            aria-label={name(open.length === 1 ? t('File') : t('File all'))}
            onClick={() => actions.file(row)}
          >
            {open.length === 1 ? t('File') : t('File all')}
          </Button>
        )}
        {opensFirst && (
          <Button tone="primary" size="small" aria-label={name(toggleLabel)} onClick={() => actions.toggle(row)}>
            {toggleLabel}
          </Button>
        )}
        <Button size="small" aria-label={name(t('Choose a folder'))} onClick={() => actions.choose(row)}>
          {t('Choose a folder')}
        </Button>
        <Button size="small" aria-label={name(t('Leave in the inbox'))} onClick={() => actions.leave(row)}>
          {t('Leave in the inbox')}
        </Button>
      </div>
    </>
  )
}

const folderLineClasses = 'flex items-start gap-2 text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0'

/** The folder into which one press files; a new one with the sentence that it gets. */
const SuggestedFolder = ({ target, onChange }: { target: Target; onChange: () => void }) =>
  target.id === null ? (
    <p className={folderLineClasses}>
      <Folder aria-hidden="true" className="text-accent" />
      <span className="min-w-0 text-pretty wrap-anywhere">
        {rich('New folder “{name}”: {sentence}', {
          name: <bdi className="font-medium">{target.name}</bdi>,
          sentence: <span className="text-muted">{target.instructions}</span>,
        })}{' '}
        <button type="button" className={inlineLinkClasses} onClick={onChange}>
          {t('Change')}
        </button>
      </span>
    </p>
  ) : (
    <p className={folderLineClasses}>
      <Folder aria-hidden="true" className="text-accent" />
      <bdi className="min-w-0 font-medium wrap-anywhere">{safeText(target.name)}</bdi>
    </p>
  )
