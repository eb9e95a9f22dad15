import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isPaidPlan } from '../../../contract/limits.ts'
import { subscriptionQuery } from '../../api/plan.ts'
import { planInForce } from '../../lib/plan.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { toasts } from '../../ui/toast-store.ts'

/** Seconds between the looks at whether the payment has arrived. */
const pauses = [1, 2, 4, 8]

/** `waiting`: somebody came back from paying, and the server has not heard of it; `late`: for a while now. */
export type PaymentState = 'none' | 'waiting' | 'late'

/**
 * The way back from the checkout: cleans the address, reads the subscription anew and says how it went. Anybody can write such an address,
 * so that something was paid is only said once the server has it.
 * @returns what is waited for, and `lookAgain` for when it is late
 */
export function useCheckoutReturn(userId: string): { payment: PaymentState; lookAgain: () => void } {
  const client = useQueryClient()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/subscription' })
  const [payment, setPayment] = useState<PaymentState>('none')

  useEffect(() => {
    const paid = search.session_id !== undefined || search.addon_session_id !== undefined
    if (!paid && search.canceled === undefined) return
    if (paid) void awaitPayment(client, userId, setPayment)
    else toasts.show('neutral', 'Checkout Canceled', 'You have canceled the checkout process.')
    void navigate({ to: '/subscription', search: {}, replace: true })
  }, [search, client, userId, navigate])

  return { payment, lookAgain: () => void awaitPayment(client, userId, setPayment) }
}

async function awaitPayment(client: QueryClient, userId: string, tell: (state: PaymentState) => void): Promise<void> {
  for (const pause of [...pauses, null]) {
    if (await hasPaid(client, userId)) {
      tell('none')
      toastSuccess('Payment Successful', 'Your subscription has been updated successfully.')
      return
    }
    tell(pause === null ? 'late' : 'waiting')
    if (pause !== null) await new Promise((resolve) => setTimeout(resolve, pause * 1000))
  }
}

/** Whether a paid plan runs, as the server has it now; what the page shows is read anew with it. */
async function hasPaid(client: QueryClient, userId: string): Promise<boolean> {
  for (const key of ['subscription-addons', 'usage', 'overview', 'waiting-mail'])
    void client.invalidateQueries({ queryKey: [key] })
  const subscription = await client.fetchQuery({ ...subscriptionQuery(userId), staleTime: 0 }).catch(() => null)
  const plan = planInForce(subscription)
  return plan !== null && isPaidPlan(plan)
}
