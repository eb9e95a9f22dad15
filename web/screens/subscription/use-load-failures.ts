import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { toastError } from '../../lib/toast.ts'
import { toastLoadFailure } from './failure-words.ts'

interface Loaded {
  error: Error | null
}

/** Each failure is told once. */
function useFailure(error: Error | null, tell: (error: Error) => void): void {
  const onFailure = useEffectEvent(tell)
  useEffect(() => {
    if (error) onFailure(error)
  }, [error])
}

/** Says what of the screen could not be read (specification §8 "Billing"). */
export function useLoadFailures(parts: Record<'subscription' | 'usage' | 'plans' | 'booked' | 'addons', Loaded>): void {
  useFailure(parts.subscription.error, (error) => toastError('Error loading subscription', messageOf(error)))
  useFailure(parts.usage.error, (error) => toastError('Error loading usage data', messageOf(error)))
  useFailure(parts.booked.error, (error) => toastError('Error loading subscription add-ons', messageOf(error)))
  useFailure(parts.plans.error, (error) =>
    toastLoadFailure(error, 'Error loading plans', 'Failed to load subscription plans. Please try again later.'),
  )
  useFailure(parts.addons.error, (error) =>
    toastLoadFailure(error, 'Error loading add-ons', 'Failed to load subscription add-ons. Please try again later.'),
  )
}
