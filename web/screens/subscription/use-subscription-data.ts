import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { addonsPromotedOnPlan, isPaidPlan } from '../../../contract/limits.ts'
import { messageOf } from '../../api/api-error.ts'
import { useUser } from '../../api/signed-in-user.tsx'
import { addonsQuery, bookedAddonsQuery, plansQuery, subscriptionQuery, usageQuery } from '../../api/subscription.ts'
import { waitingMailQuery } from '../../api/waiting-mail.ts'
import { effectivePlan } from '../../lib/plan-pricing.ts'
import { toastError } from '../../lib/toast.ts'
import { useUsageMonth } from '../../lib/use-usage-month.ts'
import { t } from '../../texts/translate.ts'
import { toastLoadFailure } from './failure-messages.ts'

export type SubscriptionData = ReturnType<typeof useSubscriptionData>

/** The queries of the subscription screen, and what follows from them. Also reports failed queries. */
export function useSubscriptionData({ needsAddons }: { needsAddons: boolean }) {
  const { id: userId } = useUser()
  const month = useUsageMonth()
  const subscription = useQuery(subscriptionQuery(userId))
  const current = subscription.data ?? null
  const activePlan = effectivePlan(current)
  // A failed payment has to be mended first.
  const isAddonAdvertised = activePlan?.name === addonsPromotedOnPlan && current?.status !== 'past_due'
  const usage = useQuery(usageQuery(userId, month))
  const plans = useQuery(plansQuery)
  const booked = useQuery({ ...bookedAddonsQuery(current?.id ?? ''), enabled: current !== null })
  const addons = useQuery({ ...addonsQuery, enabled: isAddonAdvertised || needsAddons })
  const waitingMail = useQuery(waitingMailQuery(month))
  useLoadFailures({ subscription, usage, plans, booked, addons })

  // The screen waits for all parts, so that a late one moves nothing.
  const isLoading =
    (subscription.isPending && !subscription.isError) ||
    [usage, waitingMail, ...(current ? [booked] : []), ...(activePlan ? [] : [plans])].some(isFirstAttempt)
  return {
    userId,
    subscription,
    current,
    /** Null: the free plan applies. */
    activePlan,
    freePlan: plans.data?.find((each) => !isPaidPlan(each)) ?? null,
    plans,
    booked,
    addons,
    isAddonAdvertised,
    /** Emails sorted this month; null while loading. */
    processed: usage.data ?? null,
    isLoading,
  }
}

/** Loading, and no attempt has failed yet. */
const isFirstAttempt = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean =>
  isPending && failureCount === 0

interface LoadedQuery {
  error: Error | null
}

/** Calls back once per error. */
function useErrorEffect(error: Error | null, callback: (error: Error) => void): void {
  const onFailure = useEffectEvent(callback)
  useEffect(() => {
    if (error) onFailure(error)
  }, [error])
}

/** Shows a toast for each part of the screen that could not be loaded. */
function useLoadFailures(parts: Record<'subscription' | 'usage' | 'plans' | 'booked' | 'addons', LoadedQuery>): void {
  useErrorEffect(parts.subscription.error, (error) => toastError(t('Error loading subscription'), messageOf(error)))
  useErrorEffect(parts.usage.error, (error) => toastError(t('Error loading usage data'), messageOf(error)))
  useErrorEffect(parts.booked.error, (error) => toastError(t('Error loading subscription add-ons'), messageOf(error)))
  useErrorEffect(parts.plans.error, (error) =>
    toastLoadFailure(error, t('Error loading plans'), t('Failed to load subscription plans. Please try again later.')),
  )
  useErrorEffect(parts.addons.error, (error) =>
    toastLoadFailure(
      error,
      t('Error loading add-ons'),
      t('Failed to load subscription add-ons. Please try again later.'),
    ),
  )
}
