import { useMailboxes } from '../../shell/active-mailbox.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { otherDestinationsMax } from './review-destinations.ts'
import { reviewGrid } from './review-grid.ts'

/** As high as the mail that comes, so that the buttons stay where they are. */
export const ReviewSkeleton = () => (
  <>
    <output className="sr-only">Loading unsure email...</output>
    <div className={reviewGrid.whole}>
      <Skeleton className="h-25 w-full" />
      <div className={reviewGrid.choices}>
        <div className="grid grid-cols-2 gap-2">
          <Skeleton className="col-span-2 h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
        <OtherPlacesSkeleton />
      </div>
      {/* Beneath the answers, of which it is not yet known how many there are, nothing stands before they do. */}
      <Skeleton className="h-40 w-full max-lg:hidden" />
    </div>
  </>
)

/** As many rows as the mailbox has folders for. */
export function OtherPlacesSkeleton() {
  const { active } = useMailboxes()
  const others = Math.max(0, (active?.folder_count ?? 0) - 1)
  const buttons = others > otherDestinationsMax ? otherDestinationsMax + 1 : others
  return (
    <div className="mt-4 grid grid-cols-2 gap-2 pt-6">
      {Array.from({ length: buttons }, (_, at) => (
        <Skeleton key={at} className="h-11" />
      ))}
    </div>
  )
}
