import type { ReviewKind } from '../../api/review.ts'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { t } from '../../texts/translate.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { maxOtherDestinations } from './review-destinations.ts'

/** As high as a message, so that the buttons do not move. */
export const ReviewSkeleton = ({ kind }: { kind: ReviewKind }) => (
  <>
    <output className="sr-only">{t('Loading unsure email...')}</output>
    <div className={reviewGrid.whole}>
      <Skeleton className="h-25 w-full" />
      <Skeleton className={`${reviewGrid.excerpt} lg:h-40`} />
      <div className={reviewGrid.choices}>
        {kind === 'no-folder' && <Skeleton className="mb-4 h-5" />}
        <div className="grid grid-cols-2 gap-2">
          {kind === 'unsure' && <Skeleton className="col-span-2 h-11" />}
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
        <OtherDestinationsSkeleton />
      </div>
      {/* Hidden in one column: the number of answers above it is not known yet. */}
      <Skeleton className="h-40 w-full max-lg:hidden" />
    </div>
  </>
)

/** As many rows as the mailbox has folders for. */
export function OtherDestinationsSkeleton() {
  const { active } = useMailboxes()
  const others = Math.max(0, (active?.folder_count ?? 0) - 1)
  const buttons = others > maxOtherDestinations ? maxOtherDestinations + 1 : others
  return (
    <div className="mt-4 grid grid-cols-2 gap-2 pt-6">
      {Array.from({ length: buttons }, (_, index) => (
        <Skeleton key={index} className="h-11" />
      ))}
    </div>
  )
}

/** Layout of a message: one column on a phone, else the answers on the right. */
export const reviewGrid = {
  whole: 'grid gap-x-8 gap-y-5 p-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr]',
  /** Of one height in one column, so that the answers below it do not move. */
  excerpt: 'min-w-0 max-lg:h-32 max-lg:overflow-y-auto lg:col-start-1',
  choices: 'min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1',
}
