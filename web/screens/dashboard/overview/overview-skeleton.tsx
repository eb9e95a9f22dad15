import type { ReactNode } from 'react'
import { overviewDays } from '../../../../contract/limits.ts'
import { latestEmails } from '../../../api/processing-logs.ts'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'
import { t } from '../../../texts/translate.ts'

export const overviewTitle = (): string => t('Last {days} Days', { days: overviewDays })

/** As high as the figures, the emails and the statistics. */
export const OverviewSkeleton = () => (
  <>
    <output className="sr-only">{t('Loading the overview...')}</output>
    <FiguresSkeleton />
    <LatestEmailsSkeleton />
    <StatisticsSkeleton />
  </>
)

export const FiguresSkeleton = () => <Skeleton className="h-15.5 w-full rounded-xl max-sm:h-18" />

export const LatestEmailsSkeleton = () => (
  <Card title={t('Latest Emails')}>
    <div className="border-t border-line">
      <SkeletonRows rows={latestEmails.limit} rowClassName="h-17 max-md:h-27" label={t('Loading processing logs...')} />
    </div>
  </Card>
)

export const StatisticsSkeleton = () => (
  <OverviewGrid
    chart={
      <Card title={overviewTitle()} description={t('All your mailboxes together')}>
        <div className="border-t border-line p-5">
          <Skeleton className="h-58 w-full" />
        </div>
      </Card>
    }
    folders={<WaitingCard title={t('By Folder')} />}
    deciders={<WaitingCard title={t('How Emails Were Sorted')} />}
    month={<WaitingCard title={t('This Month')} />}
  />
)

const WaitingCard = ({ title }: { title: string }) => (
  <Card title={title}>
    <div className="px-5 pb-5">
      <Skeleton className="h-20 w-full" />
    </div>
  </Card>
)

interface OverviewGridProps {
  /** False: no email has come yet. */
  chart: ReactNode
  /** False: no email was sorted yet. */
  folders: ReactNode
  /** False as well. */
  deciders: ReactNode
  /** False: there is no limit. */
  month: ReactNode
}

/** The chart with the short cards below it, beside the long list. */
export const OverviewGrid = ({ chart, folders, deciders, month }: OverviewGridProps) => (
  <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-3">
    <div className={folders === false ? 'grid gap-6 xl:col-span-3' : 'grid gap-6 xl:col-span-2'}>
      {chart}
      <div className={cx('grid grid-cols-1 gap-6', deciders !== false && month !== false && 'md:grid-cols-2')}>
        {month}
        {deciders}
      </div>
    </div>
    {folders}
  </div>
)
