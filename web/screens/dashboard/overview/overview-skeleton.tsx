import { overviewDays } from '../../../../contract/limits.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../texts/translate.ts'

export const overviewTitle = (): string => t('Last {days} Days', { days: overviewDays })

/** As high as the statistics. */
export const OverviewSkeleton = () => (
  <>
    <output className="sr-only">{t('Loading the overview...')}</output>
    <Skeleton className="h-28 w-full rounded-xl max-sm:h-72" />
    <Card title={overviewTitle()} description={t('All your mailboxes together')}>
      <div className="border-t border-line p-5">
        <Skeleton className="h-58 w-full" />
      </div>
    </Card>
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2 xl:grid-cols-3">
      {[t('By Folder'), t('Who Decided'), t('This Month')].map((title, index) => (
        <Card key={title} title={title} className={index === 2 ? 'md:max-xl:col-span-2' : ''}>
          <div className="px-5 pb-5">
            <Skeleton className="h-20 w-full" />
          </div>
        </Card>
      ))}
    </div>
  </>
)
