import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, ListChecks, SkipForward, TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { overviewDays } from '../../../contract/limits.ts'
import { foldersQuery } from '../../api/folders.ts'
import { delayedCountQuery } from '../../api/processing-logs.ts'
import { useProduct } from '../../api/product.tsx'
import { KeysBar } from '../../features/keys/keys-bar.tsx'
import { openInOutlook, useShortcutsOfMailboxes } from '../../features/mail/use-open-in-mailbox.ts'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { useSetupLink } from '../../features/mailbox/use-setup-link.tsx'
import { type Command, useCommands } from '../../lib/commands.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { safeText } from '../../lib/safe-text.ts'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { rich } from '../../texts/rich.ts'
import { t, text, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { moveFocusToHeading, type Shortcut, useHasSingleKeys, useSingleKeys } from '../../ui/single-keys.ts'
import { ReviewItem } from './review-item.tsx'
import { ReviewQueueList } from './review-queue.tsx'
import { answerable } from './review-rows.ts'
import { reviewColumns, ReviewSkeleton } from './review-skeleton.tsx'
import { useFolderUsage } from './use-review-destinations.ts'
import { useReview, type Review, type Step } from './use-review.ts'

/** Review of the emails that stayed in the inbox, in groups, with one key press each. */
export function ReviewScreen() {
  const { name } = useProduct()
  const { search } = useLocation()
  const { group, show } = search
  const [start] = useState({ group, isNoFolder: show === 'no-folder', isOpen: show === 'one-by-one' })
  const review = useReview(start)
  return (
    <>
      <PageHeading
        title={t('Review')}
        description={rich(
          'What stayed in your inbox in the last {days} days. {name} learns from each answer. <link>History</link>',
          {
            days: overviewDays,
            name,
            link: (label) => (
              <Link to="/history" search={{ status: 'left' }} className="rounded-sm underline underline-offset-4">
                {label}
              </Link>
            ),
          },
        )}
      />
      <ReviewCard review={review} />
      <FiledLaterIfAny />
      <Footer />
    </>
  )
}

// Few visits have any.
const FiledLater = onDemand(async () => (await import('./filed-later.tsx')).FiledLater, { failed: 'quiet' })

/** What is in the inbox without a question: emails that are filed later. */
function FiledLaterIfAny() {
  const { data: count = 0 } = useQuery(delayedCountQuery)
  return count > 0 && <FiledLater />
}

const none: readonly Command[] = []

const shortcuts: readonly Shortcut[] = [
  { names: ['J', '↓'], effect: text('Next email') },
  { names: ['K', '↑'], effect: text('Previous email') },
  { names: ['E', 'Enter'], effect: text('Answer as suggested') },
  { names: ['1', '–', '9'], effect: text('Put into the folder with this number') },
  { names: ['I'], effect: text('Keep in the inbox') },
  { names: ['A'], effect: text('Answer for all from this sender') },
  { names: ['M'], effect: text('Put into another folder') },
  { names: ['N'], effect: text('Put into a new folder') },
  { names: ['G'], effect: text('Answer a group one by one, or together') },
  { names: ['S'], effect: text('Skip') },
  openInOutlook,
  { names: ['Z', 'U'], effect: text('Undo the last answer') },
]

function ReviewCard({ review }: { review: Review }) {
  const { query, current, left, skipped, lastStep } = review
  // Nothing to count, and nothing to undo.
  const isEmpty = query.data !== undefined && left === 0 && skipped === 0 && !lastStep
  const usage = useFolderUsage()
  const shortcutsHere = useShortcutsOfMailboxes(shortcuts)
  const { active } = useMailboxes()
  // Requested in parallel with the messages.
  useQuery({ ...foldersQuery(active?.id ?? ''), enabled: active !== null })
  const undo = (): void => {
    if (!lastStep) return announce(t('There is nothing to undo'))
    review.undo(lastStep)
    announce(t('Undone: {subject}', { subject: nameOf(lastStep) }))
    moveFocusToHeading()
  }
  useFocusFallback(current && `${current.key} ${current.emails.length}`)
  useCommands(lastStep ? [{ name: t('Undo: {group}', { group: describeStep(lastStep) }), key: 'Z', run: undo }] : none)
  useSingleKeys((key) => {
    const isUndo = key === 'z' || key === 'u'
    if (isUndo) undo()
    return isUndo
  })
  return (
    <div data-keys>
      <Card>
        {!isEmpty && <ReviewHeader review={review} onUndo={undo} />}
        {current ? (
          <div className={reviewColumns}>
            <ReviewQueueList review={review} />
            <ReviewItem key={current.group.mailboxId} row={current} review={review} usage={usage} />
          </div>
        ) : (
          <NoCurrentRow review={review} />
        )}
        {!isEmpty && <KeysBar shortcuts={shortcutsHere} />}
      </Card>
    </div>
  )
}

interface ReviewHeaderProps {
  review: Review
  onUndo: () => void
}

/** How many are left, and the last answer with its undo. */
function ReviewHeader({ review, onUndo }: ReviewHeaderProps) {
  const hasKeys = useHasSingleKeys()
  const { query, left, skipped, lastStep, rows, current } = review
  const all = answerable(rows)
  return (
    <header className="flex min-h-16 flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-4 border-b border-line px-5 py-3">
      <h2 tabIndex={-1} className="mr-auto text-base font-semibold tabular-nums outline-none">
        {query.data ? t('{count} to review', { count: left }) : t('Emails to review')}
        {skipped > 0 && (
          <span className="text-sm font-normal text-muted max-sm:hidden">
            {' '}
            {t('· {count} skipped', { count: skipped })}
          </span>
        )}
      </h2>
      {current && all.length > 1 && (
        <div className="flex items-center gap-1 text-sm text-muted tabular-nums lg:hidden">
          <IconButton
            label={t('Previous')}
            icon={<ChevronLeft aria-hidden="true" />}
            className="max-sm:size-8!"
            paused={all.indexOf(current) === 0}
            onClick={() => review.step(-1)}
          />
          {t('{number} of {count}', { number: all.indexOf(current) + 1, count: all.length })}
          <IconButton
            label={t('Next')}
            icon={<ChevronRight aria-hidden="true" />}
            className="max-sm:size-8!"
            paused={all.indexOf(current) === all.length - 1}
            onClick={() => review.step(1)}
          />
        </div>
      )}
      {lastStep && <p className="min-w-0 truncate text-sm text-muted max-md:hidden">{describeStep(lastStep)}</p>}
      <Button
        icon={<Undo2 aria-hidden="true" />}
        className="max-sm:pointer-coarse:gap-0! max-sm:px-2.5!"
        paused={!lastStep}
        aria-keyshortcuts={hasKeys ? 'Z' : undefined}
        aria-label={t('Undo the last')}
        onClick={onUndo}
      >
        <span className="max-sm:sr-only">{t('Undo')}</span> {hasKeys && <KeyCap>Z</KeyCap>}
      </Button>
    </header>
  )
}

/** A single email by its subject. */
const nameOf = ({ emails }: Step): string =>
  emails.length === 1 ? subjectText(emails[0]?.subject ?? null) : tn(emails.length, '{count} email', '{count} emails')

function describeStep({ emails, answer }: Step): string {
  const count = emails.length
  if (!answer) return tn(count, '{count} email skipped', '{count} emails skipped')
  return answer.to.id === null
    ? tn(count, '{count} email kept in the inbox', '{count} emails kept in the inbox')
    : tn(count, '{count} email moved to {folder}', '{count} emails moved to {folder}', {
        folder: safeText(answer.to.name),
      })
}

function NoCurrentRow({ review }: { review: Review }) {
  const { query, left, skipped, lastStep } = review
  if (query.isPending || (query.isFetching && left > 0))
    return (
      <div className={reviewColumns}>
        <ReviewSkeleton />
      </div>
    )
  if (query.error) return <ReviewUnavailable busy={query.isFetching} onRetry={() => void query.refetch()} />
  if (skipped === 0) return <NothingToReview level={lastStep ? 3 : 2} />
  return (
    <OnlySkippedLeft
      skipped={skipped}
      onShow={() => {
        review.showSkipped()
        moveFocusToHeading()
      }}
    />
  )
}

/** If the focused element was removed with the answered message, the heading gets the focus. */
function useFocusFallback(currentKey: string | null): void {
  const previous = useRef(currentKey)
  useEffect(() => {
    if (previous.current !== null && document.activeElement === document.body) moveFocusToHeading()
    previous.current = currentKey
  }, [currentKey])
}

const ReviewUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon={<TriangleAlert />}
    title={t('These emails are not available right now')}
    description={t('They are safe in your inbox. Sorting continues.')}
    action={<RetryButton busy={busy} onRetry={onRetry} />}
  />
)

function OnlySkippedLeft({ skipped, onShow }: { skipped: number; onShow: () => void }) {
  return (
    <EmptyState
      icon={<SkipForward />}
      title={t('Only what you skipped is left')}
      description={tn(
        skipped,
        'You skipped {count} email. It is still in your inbox.',
        'You skipped {count} emails. They are still in your inbox.',
      )}
      action={<Button onClick={onShow}>{skipped === 1 ? t('Review It Again') : t('Review Them Again')}</Button>}
    />
  )
}

/** @param level 2 without a heading above it */
function NothingToReview({ level }: { level: 2 | 3 }) {
  const { name } = useProduct()
  return (
    <EmptyState
      level={level}
      icon={<ListChecks />}
      title={t('Nothing to review')}
      description={t(
        'Emails that {name} is not sure about, or that fit none of your folders, stay in your inbox and show here.',
        { name },
      )}
      action={useSetupLink()}
    />
  )
}
