import { CurrentPlan } from './current-plan.tsx'
import { NoSubscription } from './no-subscription.tsx'
import { PlanActions } from './plan-actions.tsx'
import { SubscriptionLoadFailure, SubscriptionSkeleton } from './subscription-states.tsx'
import { useBillingPortal } from './use-billing-portal.ts'
import type { SubscriptionData } from './use-subscription-data.ts'

interface SubscriptionDetailsProps {
  data: SubscriptionData
  /** A notice about the payment stands above. */
  isPaymentAwaited: boolean
  onViewPlans: () => void
  onManageAddons: () => void
  /** Preloads the add-on dialog. */
  onPrepareAddons: () => void
}

/** The current plan, or the reason why none is shown. */
export function SubscriptionDetails({
  data,
  isPaymentAwaited,
  onViewPlans,
  ...addonHandlers
}: SubscriptionDetailsProps) {
  const { subscription, current, booked, freePlan, processed, isLoading } = data
  const portal = useBillingPortal()
  if (isLoading) return <SubscriptionSkeleton />
  if (current?.plan)
    return (
      <CurrentPlan
        subscription={current}
        plan={current.plan}
        addons={booked.data ?? []}
        processed={booked.data ? processed : null}
        freePlan={freePlan}
        portal={portal}
        isPaymentAwaited={isPaymentAwaited}
        actions={<PlanActions subscription={current} portal={portal} {...addonHandlers} />}
      />
    )
  if (subscription.data === null)
    return <NoSubscription freePlan={freePlan} processed={processed} onViewPlans={onViewPlans} />
  return <SubscriptionLoadFailure busy={subscription.isFetching} onRetry={() => void subscription.refetch()} />
}
