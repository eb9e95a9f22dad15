import { CreditCard } from 'lucide-react'
import type { Plan } from '../../../contract/tables.ts'
import { UsageMeter } from '../../features/usage/usage-meter.tsx'
import { WaitingMail } from '../../features/usage/waiting-mail.tsx'
import { formatPrice } from '../../lib/format.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface NoSubscriptionProps {
  freePlan: Plan | null
  /** Emails sorted this month; null while loading. */
  processed: number | null
  onViewPlans: () => void
}

/** Without a subscription the limit of the free plan applies. */
export function NoSubscription({ freePlan, processed, onViewPlans }: NoSubscriptionProps) {
  return (
    <Card>
      <EmptyState
        level={2}
        icon={<CreditCard />}
        title={t('No Active Subscription')}
        description={t('You use the free plan. Choose a plan to have more email sorted each month.')}
        action={<Button onClick={onViewPlans}>{t('View Plans')}</Button>}
      />
      {freePlan && (
        <div className="space-y-5 border-t border-line p-5">
          <p className="text-sm">
            {rich('{name} · {price} · {limit} emails per month', {
              name: <span className="font-medium">{freePlan.name}</span>,
              price: formatPrice(freePlan.price_monthly),
              limit: freePlan.email_limit,
            })}
          </p>
          {processed !== null && (
            <div>
              <UsageMeter processed={processed} limit={freePlan.email_limit} />
              <WaitingMail />
            </div>
          )}
        </div>
      )}
    </Card>
  )
}
