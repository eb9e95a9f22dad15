import { ListChecks, SkipForward, TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { count } from '../../lib/format.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReviewOne } from './review-one.tsx'
import { type Review, subjectOf } from './use-review.ts'
import { restFocus, useReviewKeys } from './use-review-keys.ts'

export function ReviewCard({ review }: { review: Review }) {
  const { query, current, left, skipped, lastStep } = review
  const undo = (): void => {
    if (!lastStep) return announce('There is nothing to undo')
    review.undo(lastStep)
    announce(`Taken back: ${subjectOf(lastStep.entry)}`)
    restFocus()
  }
  // What had the focus may be gone with the mail that was answered.
  const currentId = current?.id ?? null
  const shown = useRef(currentId)
  useEffect(() => {
    if (shown.current !== null && document.activeElement === document.body) restFocus()
    shown.current = currentId
  }, [currentId])
  useReviewKeys((key) => {
    if (key === 'z') undo()
    return key === 'z'
  })
  return (
    <div data-review>
      <Card>
        <header className="flex min-h-16 items-center justify-between gap-3 border-b border-line px-5 py-3">
          <h2 tabIndex={-1} className="text-base font-semibold tabular-nums outline-none">
            {query.data ? `${count(left, 'email')} to review` : 'Unsure email'}
            {skipped > 0 && <span className="text-sm font-normal text-muted max-sm:hidden"> · {skipped} skipped</span>}
          </h2>
          <Button
            icon={<Undo2 aria-hidden="true" />}
            paused={!lastStep}
            aria-keyshortcuts="Z"
            aria-label="Undo the last"
            onClick={undo}
          >
            Undo <KeyCap>Z</KeyCap>
          </Button>
        </header>
        {current ? (
          <ReviewOne key={current.mailbox_id} entry={current} review={review} />
        ) : query.isPending || (query.isFetching && left > 0) ? (
          <>
            <output className="sr-only">Loading unsure email...</output>
            <div className="grid gap-6 p-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
              <Skeleton className="h-40 w-full" />
              <Skeleton className="h-64 w-full" />
            </div>
          </>
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
            description={`You skipped ${count(skipped, 'email')}. ${skipped === 1 ? 'It is' : 'They are'} still in your inbox.`}
            action={
              <Button
                onClick={() => {
                  review.lookAgain()
                  restFocus()
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
