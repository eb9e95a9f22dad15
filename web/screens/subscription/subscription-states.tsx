import { TriangleAlert } from 'lucide-react'
import { t } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function SubscriptionLoadFailure({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <Card>
      <EmptyState
        level={2}
        icon={<TriangleAlert />}
        title={t('Your plan is not available right now')}
        description={t('It could not be loaded. Sorting continues as before.')}
        action={<RetryButton busy={busy} onRetry={onRetry} />}
      />
    </Card>
  )
}

/** Has about the height of the loaded content. */
export function SubscriptionSkeleton() {
  return (
    <Card>
      <output className="block space-y-4 p-5">
        <span className="sr-only">{t('Loading your subscription...')}</span>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-4 w-64" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-9 w-64" />
      </output>
    </Card>
  )
}
