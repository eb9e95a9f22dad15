import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addonsAdvertisedFor, isPaidPlan } from '../../../contract/limits.ts'
import { addonsQuery, bookedAddonsQuery, plansQuery, subscriptionQuery, usageQuery } from '../../api/plan.ts'
import { waitingMailQuery } from '../../api/waiting-mail.ts'
import { planInForce } from '../../lib/plan.ts'
import { useUsageMonth } from '../../lib/use-usage-month.ts'
import { Footer } from '../../shell/footer.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { useUser } from '../../shell/signed-in-user.tsx'
import { Button } from '../../ui/button.tsx'
import { AddonsAdvert } from './addons-advert.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { useFreePlanNotice } from './free-plan-notice.ts'
import { MonthsCard } from './months-card.tsx'
import { NoSubscription } from './no-subscription.tsx'
import { PaymentAwaited } from './payment-awaited.tsx'
import { PlanActions } from './plan-actions.tsx'
import { SubscriptionFailed, SubscriptionWaiting } from './subscription-missing.tsx'
import { useCheckoutReturn } from './use-checkout-return.ts'
import { useLoadFailures } from './use-load-failures.ts'
import { usePortalDoor } from './use-portal-door.ts'

const closes = { failed: ({ onClose }: { onClose: () => void }) => onClose() }
const PlanChooserDialog = onDemand(async () => (await import('./plan-chooser-dialog.tsx')).PlanChooserDialog, closes)
const AddonManagerDialog = onDemand(async () => (await import('./addon-manager-dialog.tsx')).AddonManagerDialog, closes)

/** Nothing is known of it yet, not even that it is hard to come by. */
const isComing = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean =>
  isPending && failureCount === 0

export function SubscriptionScreen() {
  const { id: userId } = useUser()
  const month = useUsageMonth()
  const [open, setOpen] = useState<'plans' | 'addons' | null>(null)
  const subscription = useQuery(subscriptionQuery(userId))
  const current = subscription.data ?? null
  const plan = current?.plan ?? null
  const inForce = planInForce(current)
  const isPaid = inForce !== null && isPaidPlan(inForce)
  const advertised = inForce?.name === addonsAdvertisedFor
  const usage = useQuery(usageQuery(userId, month))
  const plans = useQuery(plansQuery)
  const booked = useQuery({ ...bookedAddonsQuery(current?.id ?? ''), enabled: current !== null })
  const addons = useQuery({ ...addonsQuery, enabled: advertised || open === 'addons' })
  const waitingMail = useQuery(waitingMailQuery(month))
  useLoadFailures({ subscription, usage, plans, booked, addons })
  useFreePlanNotice()
  const { payment, lookAgain } = useCheckoutReturn(userId)
  const portal = usePortalDoor()

  const close = (): void => setOpen(null)
  const viewPlans = (): void => setOpen('plans')
  const manageAddons = (): void => setOpen('addons')
  const processed = usage.data ?? null
  const freePlan = plans.data?.find((each) => !isPaidPlan(each)) ?? null
  // Shown at once, so that nothing moves when the next part comes.
  const coming =
    (subscription.isPending && !subscription.isError) ||
    [usage, waitingMail, ...(current ? [booked] : []), ...(inForce ? [] : [plans])].some(isComing)

  return (
    <>
      <PageHeading
        title="Subscription"
        actions={
          <Button
            tone="primary"
            className={subscription.data === undefined ? 'invisible' : ''}
            onPointerEnter={PlanChooserDialog.prepare}
            onFocus={PlanChooserDialog.prepare}
            onClick={viewPlans}
          >
            {isPaid ? 'Change Plan' : 'Subscribe Now'}
          </Button>
        }
      />
      {payment !== 'none' && !isPaid && <PaymentAwaited late={payment === 'late'} onLookAgain={lookAgain} />}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-3">
        <div className="min-w-0 xl:col-span-2">
          {coming ? (
            <SubscriptionWaiting />
          ) : current && plan ? (
            <CurrentPlan
              subscription={current}
              plan={plan}
              addons={booked.data ?? []}
              processed={booked.data ? processed : null}
              freePlan={freePlan}
              portal={portal}
              actions={
                <PlanActions
                  subscription={current}
                  portal={portal}
                  onManageAddons={manageAddons}
                  onPrepareAddons={AddonManagerDialog.prepare}
                />
              }
            />
          ) : subscription.data === null ? (
            <NoSubscription freePlan={freePlan} processed={processed} onViewPlans={viewPlans} />
          ) : (
            <SubscriptionFailed busy={subscription.isFetching} onRetry={() => void subscription.refetch()} />
          )}
        </div>
        {!coming && (
          <div className="min-w-0 space-y-6">
            <MonthsCard userId={userId} />
            {advertised && addons.data && addons.data.length > 0 && (
              <AddonsAdvert addons={addons.data} onManage={current?.status === 'active' ? manageAddons : null} />
            )}
          </div>
        )}
      </div>
      {!coming && <Footer />}
      {open === 'plans' && (
        <PlanChooserDialog subscription={current} booked={booked.data ?? []} plans={plans} onClose={close} />
      )}
      {open === 'addons' && plan && (
        <AddonManagerDialog plan={plan} addons={addons} booked={booked} onViewPlans={viewPlans} onClose={close} />
      )}
    </>
  )
}
