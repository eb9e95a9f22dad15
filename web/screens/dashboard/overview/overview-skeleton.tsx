import type { ReactNode } from 'react'
import { overviewDays } from '../../../../contract/limits.ts'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
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
    <OverviewGrid
      folders={<WaitingCard title={t('By Folder')} />}
      deciders={<WaitingCard title={t('Who Decided')} />}
      month={<WaitingCard title={t('This Month')} />}
    />
  </>
)

const WaitingCard = ({ title }: { title: string }) => (
  <Card title={title}>
    <div className="px-5 pb-5">
      <Skeleton className="h-20 w-full" />
    </div>
  </Card>
)

interface OverviewGridProps {
  /** False: no email was sorted yet. */
  folders: ReactNode
  deciders: ReactNode
  month: ReactNode
}

/** The long list beside the two short cards, so that no card is stretched. */
export const OverviewGrid = ({ folders, deciders, month }: OverviewGridProps) => (
  <div className={cx('grid grid-cols-1 items-start gap-6', folders !== false && 'md:grid-cols-2 xl:grid-cols-3')}>
    {folders !== false && <div className="xl:col-span-2">{folders}</div>}
    <div className="grid gap-6">
      {deciders}
      {month}
    </div>
  </div>
)
