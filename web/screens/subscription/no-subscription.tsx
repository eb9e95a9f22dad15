import type { Plan } from '../../../contract/tables.ts'
import { formatNumber, formatPrice } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { UsageMeter } from '../../shell/usage-meter.tsx'

/** Without a subscription the free plan's limit holds. */
export function NoSubscription({ freePlan, processed }: { freePlan: Plan | null; processed: number }) {
  return (
    <Card
      title="No Active Subscription"
      description="You use the free plan. Plans for more mail open soon in this version."
    >
      {freePlan && (
        <div className="space-y-5 border-t border-line p-5">
          <p className="text-sm">
            <span className="font-medium">{freePlan.name}</span> · {formatPrice(freePlan.price_monthly)} ·{' '}
            {formatNumber(freePlan.email_limit)} emails per month
          </p>
          <UsageMeter processed={processed} limit={freePlan.email_limit} />
        </div>
      )}
    </Card>
  )
}
