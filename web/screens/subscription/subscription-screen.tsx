import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bookedAddonsQuery, plansQuery, subscriptionQuery, usageQuery } from '../../api/plan.ts'
import { messageOf } from '../../api/api-error.ts'
import { toastError } from '../../lib/toast.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { useUser } from '../../shell/signed-in-user.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { NoSubscription } from './no-subscription.tsx'

function useErrorToast(title: string, error: Error | null): void {
  useEffect(() => {
    if (error) toastError(title, messageOf(error))
  }, [title, error])
}

export function SubscriptionScreen() {
  const { id } = useUser()
  const subscription = useQuery(subscriptionQuery(id))
  const usage = useQuery(usageQuery(id))
  const plans = useQuery({ ...plansQuery, enabled: subscription.data === null })
  const subscriptionId = subscription.data?.id
  const addons = useQuery({ ...bookedAddonsQuery(subscriptionId ?? ''), enabled: subscriptionId !== undefined })
  useErrorToast('Error loading subscription', subscription.error)
  useErrorToast('Error loading usage data', usage.error)
  useErrorToast('Error loading plans', plans.error)
  useErrorToast('Error loading subscription add-ons', addons.error)

  const processed = usage.data ?? 0
  const freePlan = plans.data?.find((plan) => plan.price_monthly === 0) ?? null
  return (
    <>
      <PageHeading title="Subscription" />
      <div className="max-w-3xl">
        {subscription.data ? (
          <CurrentPlan subscription={subscription.data} addons={addons.data ?? []} processed={processed} />
        ) : subscription.data === null ? (
          <NoSubscription freePlan={freePlan} processed={processed} />
        ) : subscription.error ? (
          <Card title="Your plan is not available right now">
            <p className="px-5 pb-5 text-sm text-muted">It could not be read. Sorting goes on as before.</p>
          </Card>
        ) : (
          <Card>
            <output className="block space-y-4 p-5">
              <span className="sr-only">Loading your subscription...</span>
              <Skeleton className="h-6 w-32" />
              <Skeleton className="h-4 w-64" />
              <Skeleton className="h-2 w-full" />
            </output>
          </Card>
        )}
      </div>
      <Footer />
    </>
  )
}
