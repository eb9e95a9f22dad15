import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useDistinctAddress } from '../../features/mailbox/active-mailbox.tsx'
import { cx } from '../../ui/cx.ts'
import { t } from '../../texts/translate.ts'
import type { ReviewRow } from './review-rows.ts'
import { looksLike, rowSenders, rowTitle } from './review-row-texts.ts'
import type { Review } from './use-review.ts'

/** All that awaits an answer, beside what is current. */
export const ReviewQueueList = ({ review }: { review: Review }) => (
  <div className="relative min-h-96 border-r border-line max-lg:hidden">
    <ul aria-label={t('Emails to review')} data-queue className="absolute inset-0 overflow-y-auto p-2">
      {review.rows.map((row) => (
        <li key={`${row.type} ${row.key}`}>
          {row.type === 'heading' ? (
            <HeadingRow row={row} onClose={() => review.close(row)} />
          ) : (
            <QueueRow row={row} review={review} />
          )}
        </li>
      ))}
    </ul>
  </div>
)

const rowClasses = 'w-full rounded-lg py-2 pr-3 text-left text-sm -outline-offset-2'

/** One stop of the Tab key for all rows; the arrow keys lead to the others. */
function QueueRow({ row, review }: { row: ReviewRow; review: Review }) {
  const { emails, group, type, key } = row
  const isCurrent = row === review.current
  const mailbox = useDistinctAddress(group.mailboxId)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isCurrent) return
    button.current?.scrollIntoView({ block: 'nearest' })
    // The focus follows from the row that was current before.
    if (document.activeElement?.closest('[data-queue]')) button.current?.focus()
  }, [isCurrent])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    review.step(event.key === 'ArrowDown' ? 1 : -1)
  }
  // The title of a sender's group has the name.
  const hasSenders = emails.length === 1 || group.type !== 'sender'
  return (
    <button
      ref={button}
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent || undefined}
      className={cx(rowClasses, type === 'part' ? 'pl-6' : 'pl-3', isCurrent ? 'bg-accent-soft' : 'hover:bg-sunken')}
      onClick={() => review.select(key)}
      onKeyDown={onKeyDown}
    >
      <span className={cx('line-clamp-2 wrap-anywhere', isCurrent ? 'font-semibold' : 'font-medium')}>
        <bdi>{rowTitle(row)}</bdi>
      </span>
      {hasSenders && (
        <span className="block truncate text-xs text-muted">
          <bdi>{rowSenders(row)}</bdi>
        </span>
      )}
      <span className={cx('block truncate text-xs', isCurrent ? 'text-accent-strong' : 'text-muted')}>
        {looksLike(row)}
        {mailbox && ` · ${mailbox}`}
      </span>
    </button>
  )
}

/** Of a group that is answered one by one; a press answers it together again. */
const HeadingRow = ({ row, onClose }: { row: ReviewRow; onClose: () => void }) => (
  <button
    type="button"
    aria-expanded
    aria-label={t('Answer together: {group}', { group: rowTitle(row) })}
    title={t('Answer together')}
    className={cx(rowClasses, 'flex items-center gap-1.5 pl-3 font-medium text-muted hover:bg-sunken hover:text-ink')}
    onClick={onClose}
  >
    <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
    <bdi className="truncate">{rowTitle(row)}</bdi>
  </button>
)
