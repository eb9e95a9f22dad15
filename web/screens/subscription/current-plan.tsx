import type { Subscription, SubscriptionStatus } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/plan.ts'
import { formatDate, formatNumber, formatPrice } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { UsageMeter } from '../../shell/usage-meter.tsx'

interface CurrentPlanProps {
  subscription: Subscription
  addons: readonly BookedAddon[]
  processed: number
}

const statusNames: Record<SubscriptionStatus, string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Payment due',
  incomplete: 'Incomplete',
  canceled: 'Canceled',
  inactive: 'Inactive',
}

export function CurrentPlan({ subscription, addons, processed }: CurrentPlanProps) {
  const { plan, status, current_period_start: start, current_period_end: end } = subscription
  const price =
    (plan?.price_monthly ?? 0) + addons.reduce((sum, { addon, quantity }) => sum + addon.price_monthly * quantity, 0)
  const limit =
    (plan?.email_limit ?? 0) + addons.reduce((sum, { addon, quantity }) => sum + addon.email_limit * quantity, 0)
  return (
    <Card
      title={plan?.name ?? 'Your plan'}
      description={plan?.description}
      actions={
        <Badge tone={status === 'active' || status === 'trialing' ? 'good' : 'warn'}>{statusNames[status]}</Badge>
      }
    >
      <div className="space-y-5 border-t border-line p-5">
        <dl className="grid gap-4 text-sm sm:grid-cols-3">
          <Fact name="Price" value={`${formatPrice(price)} per month`} />
          <Fact name="Included" value={`${formatNumber(limit)} emails per month`} />
          {start && end && <Fact name="Current period" value={`${formatDate(start)} – ${formatDate(end)}`} />}
        </dl>
        <UsageMeter processed={processed} limit={limit} />
        {subscription.cancel_at_period_end && (
          <Notice tone="warn">
            {end ? `Your subscription ends on ${formatDate(end)}.` : 'Your subscription ends with the current period.'}
          </Notice>
        )}
      </div>
    </Card>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-base">{value}</dd>
    </div>
  )
}
