import { usePortal } from '../../api/billing.ts'
import { portalFailure, toastFailure } from './failure-messages.ts'

export interface BillingPortal {
  open: () => void
  /** True until the redirect. */
  busy: boolean
}

/** Opens the payment provider's portal for payment methods, invoices and cancellation. */
export function useBillingPortal(): BillingPortal {
  const portal = usePortal()
  return {
    open: () => portal.mutate(undefined, { onError: (error) => toastFailure(error, portalFailure) }),
    busy: portal.isPending,
  }
}
