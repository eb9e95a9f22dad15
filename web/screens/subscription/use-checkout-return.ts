import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscriptionQuery } from '../../api/subscription.ts'
import { paymentCheckDelaysSeconds } from '../../limits.ts'
import { isPaymentConfirmed } from '../../lib/plan-pricing.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { t } from '../../texts/translate.ts'
import { toasts } from '../../ui/toast-store.ts'

/** `waiting`: returned from checkout, not confirmed yet; `late`: all checks are done without a confirmation. */
type PaymentState = 'none' | 'waiting' | 'late'

/**
 * Handles the return from checkout: cleans the URL and checks for the payment. Anyone can craft such a URL, so success
 * is shown only once the server confirms it.
 * @returns the state, and `checkAgain` for a late payment
 */
export function useCheckoutReturn(userId: string): { payment: PaymentState; checkAgain: () => void } {
  const client = useQueryClient()
  const { session_id, addon_session_id, canceled } = useLocation().search
  const [payment, setPayment] = useState<PaymentState>('none')

  useEffect(() => {
    const hasCheckedOut = session_id !== undefined || addon_session_id !== undefined
    if (!hasCheckedOut && canceled === undefined) return
    if (hasCheckedOut) void awaitPayment(client, userId, setPayment)
    else toasts.show('neutral', t('Checkout Canceled'), t('You have canceled the checkout process.'))
    void navigate({ to: '/subscription', search: {}, replace: true })
  }, [session_id, addon_session_id, canceled, client, userId])

  return { payment, checkAgain: () => void awaitPayment(client, userId, setPayment) }
}

async function awaitPayment(
  client: QueryClient,
  userId: string,
  setPayment: (state: PaymentState) => void,
): Promise<void> {
  for (const delay of [...paymentCheckDelaysSeconds, null]) {
    if (await hasPaid(client, userId)) {
      setPayment('none')
      toastSuccess(t('Payment Successful'), t('Your subscription has been updated successfully.'))
      return
    }
    setPayment(delay === null ? 'late' : 'waiting')
    if (delay !== null) await new Promise((resolve) => setTimeout(resolve, delay * 1000))
  }
}

/** Asks the server. Also refetches what the page shows. */
async function hasPaid(client: QueryClient, userId: string): Promise<boolean> {
  for (const key of ['subscription-addons', 'usage', 'overview', 'waiting-mail'])
    void client.invalidateQueries({ queryKey: [key] })
  return isPaymentConfirmed(await client.fetchQuery({ ...subscriptionQuery(userId), staleTime: 0 }).catch(() => null))
}
