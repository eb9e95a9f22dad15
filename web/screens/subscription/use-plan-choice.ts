import { isPaidPlan } from '../../../contract/limits.ts'
import type { Plan, Subscription } from '../../../contract/tables.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { useCancelToFree, useCheckout } from '../../api/billing.ts'
import { toastError } from '../../lib/toast.ts'
import { toasts } from '../../ui/toast-store.ts'
import { checkoutFailure, toastFailure } from './failure-words.ts'
import { reloadAs } from './free-plan-notice.ts'

export const sayRedirecting = (): void =>
  toasts.show('neutral', 'Redirecting to checkout', 'The payment provider takes your payment on a page of its own.')

/** Whether the free plan is reached by ending a subscription that is paid, or was begun to be. */
export const leavesPaidPlan = (subscription: Subscription | null, chosen: Plan): boolean =>
  !isPaidPlan(chosen) &&
  subscription?.plan != null &&
  isPaidPlan(subscription.plan) &&
  subscription.stripe_subscription_id !== null &&
  subscription.status !== 'canceled'

/** What a chosen plan sets going. @param onDone closes the dialog, for answers after which nothing is left to choose */
export function usePlanChoice(onDone: () => void) {
  const checkout = useCheckout(sayRedirecting)
  const cancel = useCancelToFree((error) => toastError('Error', wordsOf(error)))

  /** @param prorationDate of a price that was shown, where the plan is changed at once */
  const subscribe = ({ id: planId }: Plan, prorationDate?: number): void =>
    checkout.mutate(
      { planId, prorationDate },
      {
        onSuccess: (end) => {
          if (end === 'free') return reloadAs('activated')
          onDone()
          if (end === 'manage')
            toastError(
              'Subscription exists',
              "You have a subscription already. Use 'Manage Subscription' to change plans.",
            )
          else toastError('Already subscribed', 'You are subscribed to this plan already.')
        },
        onError: (error) => toastFailure(error, checkoutFailure),
      },
    )
  const leave = (): void =>
    cancel.mutate(undefined, {
      onSuccess: ({ alreadyFree }) => {
        if (!alreadyFree) return reloadAs('switched')
        onDone()
        toasts.show('neutral', 'Information', 'You are already on the free plan.')
      },
    })
  // What ends in the free plan reloads the page; until then the button stays busy.
  const reloading = checkout.data === 'free' || cancel.isSuccess
  return { subscribe, leave, busy: checkout.isPending || cancel.isPending || reloading }
}

const wordsOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === 0) return 'Failed to process your request. Please try again.'
  return error.status === 401 ? 'User not authenticated' : messageOf(error)
}
