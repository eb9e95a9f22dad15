import { ListChecks, SkipForward, TriangleAlert, Undo2 } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { foldersQuery } from '../../api/folders.ts'
import { formatCount } from '../../lib/format.ts'
import { useMailboxes } from '../../shell/active-mailbox.tsx'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { ReviewItem } from './review-item.tsx'
import { ReviewSkeleton } from './review-skeleton.tsx'
import { useFolderUsage } from './use-review-destinations.ts'
import { type Review, subjectOf } from './use-review.ts'
import { moveFocusToHeading, useReviewKeysSetting, useReviewKeys } from './use-review-keys.ts'

export function ReviewCard({ review }: { review: Review }) {
  const { query, current, left, skipped, lastStep } = review
  const keys = useReviewKeysSetting()
  const used = useFolderUsage()
  const { active } = useMailboxes()
  // Asked for with the mails, not after them.
  useQuery({ ...foldersQuery(active?.id ?? ''), enabled: active !== null })
  const undo = (): void => {
    if (!lastStep) return announce('There is nothing to undo')
    review.undo(lastStep)
    announce(`Taken back: ${subjectOf(lastStep.entry)}`)
    moveFocusToHeading()
  }
  // What had the focus may be gone with the mail that was answered.
  const currentId = current?.id ?? null
  const shown = useRef(currentId)
  useEffect(() => {
    if (shown.current !== null && document.activeElement === document.body) moveFocusToHeading()
    shown.current = currentId
  }, [currentId])
  useReviewKeys(keys.on, (key) => {
    if (key === 'z') undo()
    return key === 'z'
  })
  return (
    <div data-review>
      <Card>
        <header className="flex min-h-16 items-center justify-between gap-3 border-b border-line px-5 py-3">
          <h2 tabIndex={-1} className="text-base font-semibold tabular-nums outline-none">
            {query.data ? `${formatCount(left, 'email')} to review` : 'Unsure email'}
            {skipped > 0 && <span className="text-sm font-normal text-muted max-sm:hidden"> · {skipped} skipped</span>}
          </h2>
          <Button
            icon={<Undo2 aria-hidden="true" />}
            paused={!lastStep}
            aria-keyshortcuts={keys.on ? 'Z' : undefined}
            aria-label="Undo the last"
            onClick={undo}
          >
            Undo {keys.on && <KeyCap>Z</KeyCap>}
          </Button>
        </header>
        {current ? (
          <ReviewItem key={current.mailbox_id} entry={current} review={review} keys={keys} used={used} />
        ) : query.isPending || (query.isFetching && left > 0) ? (
          <ReviewSkeleton />
        ) : query.error ? (
          <EmptyState
            icon={<TriangleAlert />}
            title="Unsure email is not available right now"
            description="It is safe in your inbox. Sorting goes on meanwhile."
            action={
              <Button busy={query.isFetching} onClick={() => void query.refetch()}>
                Try Again
              </Button>
            }
          />
        ) : skipped > 0 ? (
          <EmptyState
            icon={<SkipForward />}
            title="Only what you skipped is left"
            description={`You skipped ${formatCount(skipped, 'email')}. ${skipped === 1 ? 'It is' : 'They are'} still in your inbox.`}
            action={
              <Button
                onClick={() => {
                  review.showSkipped()
                  moveFocusToHeading()
                }}
              >
                Look at {skipped === 1 ? 'It' : 'Them'} Again
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<ListChecks />}
            title="Nothing to review"
            description="When the sorter is not sure about an email, it stays in your inbox and shows here."
          />
        )}
      </Card>
    </div>
  )
}
