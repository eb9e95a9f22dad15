import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { toastLoadFailure } from './failure-messages.ts'

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
export function useLoadFailures(
  parts: Record<'subscription' | 'usage' | 'plans' | 'booked' | 'addons', LoadedQuery>,
): void {
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
