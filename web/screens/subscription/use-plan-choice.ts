import { isPaidPlan } from '../../../contract/limits.ts'
import type { Plan, Subscription } from '../../../contract/tables.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { useCancelToFree, useCheckout } from '../../api/billing.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { toasts } from '../../ui/toast-store.ts'
import { checkoutFailure, toastFailure } from './failure-messages.ts'
import { reloadWithNotice } from './use-free-plan-notice.ts'

export const toastRedirecting = (): void =>
  toasts.show('neutral', t('Redirecting to checkout'), t('You pay on a page of the payment provider.'))

/** Whether selecting the plan cancels a paid subscription (also one that is not paid yet). */
export const isDowngradeToFree = (subscription: Subscription | null, chosen: Plan): boolean =>
  !isPaidPlan(chosen) &&
  subscription?.plan != null &&
  isPaidPlan(subscription.plan) &&
  subscription.stripe_subscription_id !== null &&
  subscription.status !== 'canceled'

/** Requests for a selected plan. @param onDone closes the dialog if nothing is left to select */
export function usePlanChoice(onDone: () => void) {
  const checkout = useCheckout(toastRedirecting)
  const cancel = useCancelToFree((error) => toastError(t('Error'), errorText(error)))

  /** @param prorationDate of the displayed price, if the plan is changed immediately */
  const subscribe = ({ id: planId }: Plan, prorationDate?: number): void =>
    checkout.mutate(
      { planId, prorationDate },
      {
        onSuccess: (outcome) => {
          if (outcome === 'free') return reloadWithNotice('activated')
          onDone()
          if (outcome === 'manage')
            toastError(
              t('Subscription exists'),
              t("You have a subscription already. Use 'Manage Subscription' to change plans."),
            )
          else toastError(t('Already subscribed'), t('You are subscribed to this plan already.'))
        },
        onError: (error) => toastFailure(error, checkoutFailure),
      },
    )
  const switchToFree = (): void =>
    cancel.mutate(undefined, {
      onSuccess: ({ alreadyFree }) => {
        if (!alreadyFree) return reloadWithNotice('switched')
        onDone()
        toasts.show('neutral', t('Information'), t('You are already on the free plan.'))
      },
    })
  // A change to the free plan reloads the page; the button stays busy until then.
  const reloading = checkout.data === 'free' || cancel.isSuccess
  return { subscribe, switchToFree, busy: checkout.isPending || cancel.isPending || reloading }
}

const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === 0) return t('Failed to process your request. Please try again.')
  return error.status === 401 ? t('User not authenticated') : messageOf(error)
}
