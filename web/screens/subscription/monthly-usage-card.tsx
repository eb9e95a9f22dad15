import { useQuery } from '@tanstack/react-query'
import { BarChart3, TriangleAlert } from 'lucide-react'
import { monthlyUsageQuery } from '../../api/subscription.ts'
import { useUsageMonth } from '../../lib/use-usage-month.ts'
import { t } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MonthlyUsageChart } from './monthly-usage-chart.tsx'

/** Sorted emails by month. */
export function MonthlyUsageCard({ userId }: { userId: string }) {
  const { data: months, error, isFetching, refetch } = useQuery(monthlyUsageQuery(userId, useUsageMonth()))
  return (
    <Card title={t('Emails by Month')}>
      {months ? (
        months.every(({ processed }) => processed === 0) ? (
          <EmptyState
            icon={<BarChart3 />}
            title={t('Nothing to show yet')}
            description={t('Your emails by month show here.')}
          />
        ) : (
          <div className="px-5 pb-5">
            <MonthlyUsageChart months={months} />
          </div>
        )
      ) : error ? (
        <EmptyState
          icon={<TriangleAlert />}
          title={t('The months could not be loaded')}
          description={t('Sorting continues.')}
          action={<RetryButton busy={isFetching} onRetry={() => refetch()} />}
        />
      ) : (
        <output className="block px-5 pb-5">
          <span className="sr-only">{t('Loading the last months...')}</span>
          <Skeleton className="h-44 w-full" />
        </output>
      )}
    </Card>
  )
}
