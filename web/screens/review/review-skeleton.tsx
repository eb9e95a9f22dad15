import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { t } from '../../texts/translate.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { maxDestinations } from './review-destinations.ts'

/** As high as a message, so that the buttons do not move. */
export const ReviewSkeleton = () => (
  <>
    <output className="sr-only">{t('Loading emails to review...')}</output>
    <div className="space-y-2 border-r border-line p-3 max-lg:hidden">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-15 w-full" />
      ))}
    </div>
    <div className="@container min-w-0">
      <div className={reviewGrid.whole}>
        <Skeleton className="h-25 w-full" />
        <Skeleton className={`${reviewGrid.excerpt} @3xl:h-40`} />
        <div className={reviewGrid.choices}>
          <div className="grid grid-cols-2 gap-2">
            <Skeleton className={`col-span-2 ${choiceHeight}`} />
            <Skeleton className={choiceHeight} />
            <Skeleton className={choiceHeight} />
            <Skeleton className={choiceHeight} />
          </div>
          <OtherDestinationsSkeleton isGroup={false} />
        </div>
      </div>
    </div>
  </>
)

/** Of an answer: on a phone it is pressed with a thumb. */
export const choiceHeight = 'min-h-9 max-sm:min-h-11'

/** As many rows as the mailbox has folders for. */
export function OtherDestinationsSkeleton({ isGroup }: { isGroup: boolean }) {
  const { active } = useMailboxes()
  const others = Math.max(0, (active?.folder_count ?? 0) - 1)
  return (
    <div className={`mt-4 pt-6 ${choicesGrid(isGroup)}`}>
      {Array.from({ length: Math.min(others, maxDestinations - 1) }, (_, index) => (
        <Skeleton key={index} className={choiceHeight} />
      ))}
    </div>
  )
}

/** A group has the whole width. */
export const choicesGrid = (isGroup: boolean): string => `grid grid-cols-2 gap-2 ${isGroup ? '@3xl:grid-cols-4' : ''}`

/** The queue beside what is current; on a narrow screen, that alone. */
export const reviewColumns = 'grid lg:min-h-144 lg:grid-cols-[17rem_minmax(0,1fr)]'

/** Layout of an email or a group: one column where it is narrow, else the answers on the right. */
export const reviewGrid = {
  whole: 'grid gap-x-8 gap-y-5 p-5 @3xl:grid-cols-[minmax(0,1fr)_22rem] @3xl:grid-rows-[auto_auto_1fr]',
  /** Of one height in one column, so that the answers below it do not move. */
  excerpt: 'min-w-0 @max-3xl:h-24 @max-3xl:overflow-y-auto',
  /** The answers come before the emails of a group. */
  group: 'space-y-5 p-5',
  choices: 'min-w-0 @3xl:col-start-2 @3xl:row-span-3 @3xl:row-start-1',
}
