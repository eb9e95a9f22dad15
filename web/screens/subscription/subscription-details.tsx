import { CreditCard, TriangleAlert } from 'lucide-react'
import type { Plan, Subscription } from '../../../contract/tables.ts'
import { UsageMeter } from '../../features/usage/usage-meter.tsx'
import { WaitingMailNotice } from '../../features/usage/waiting-mail-notice.tsx'
import { formatPrice } from '../../lib/format.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { type BillingPortal, useBillingPortal } from './use-billing-portal.ts'
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

interface NoSubscriptionProps {
  freePlan: Plan | null
  /** Emails sorted this month; null while loading. */
  processed: number | null
  onViewPlans: () => void
}

/** Without a subscription the limit of the free plan applies. */
function NoSubscription({ freePlan, processed, onViewPlans }: NoSubscriptionProps) {
  return (
    <Card>
      <EmptyState
        level={2}
        icon={<CreditCard />}
        title={t('No Active Subscription')}
        description={t('You use the free plan. Choose a plan to have more emails sorted each month.')}
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
              <WaitingMailNotice />
            </div>
          )}
        </div>
      )}
    </Card>
  )
}

interface PlanActionsProps {
  subscription: Subscription
  portal: BillingPortal
  onManageAddons: () => void
  /** Preloads the add-on dialog. */
  onPrepareAddons: () => void
}

/**
 * Add-ons need an active subscription, the portal needs a customer at the payment provider; else a text states the
 * reason.
 */
function PlanActions({ subscription, portal, onManageAddons, onPrepareAddons }: PlanActionsProps) {
  const isActive = subscription.status === 'active'
  const hasCustomer = subscription.stripe_customer_id !== null
  return (
    <div className="border-t border-line px-5 py-4">
      <div className="flex flex-wrap gap-2 max-sm:[&>button]:flex-1">
        <Button
          disabled={!isActive}
          aria-describedby={isActive ? undefined : 'addons-why'}
          onPointerEnter={onPrepareAddons}
          onFocus={onPrepareAddons}
          onClick={onManageAddons}
        >
          {t('Manage Email Add-ons')}
        </Button>
        <Button disabled={!hasCustomer} aria-describedby="portal-why" busy={portal.busy} onClick={portal.open}>
          {t('Manage Subscription')}
        </Button>
      </div>
      {!isActive && (
        <p id="addons-why" className="mt-2 text-sm text-muted">
          {t('Add-ons can be changed while the subscription is active.')}
        </p>
      )}
      <p id="portal-why" className="mt-2 text-sm text-muted">
        {hasCustomer
          ? t('Invoices, payment method and cancellation are under Manage Subscription.')
          : t('There is nothing to pay, so there is nothing to manage at the payment provider.')}
      </p>
    </div>
  )
}

function SubscriptionLoadFailure({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
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
function SubscriptionSkeleton() {
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
