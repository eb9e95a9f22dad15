import { usePortal } from '../../api/billing.ts'
import { portalFailure, toastFailure } from './failure-words.ts'

export interface PortalDoor {
  open: () => void
  /** An address is being asked for, or the page is being left. */
  busy: boolean
}

/** The way to the payment provider's pages, where payment, invoices and the end of a subscription are looked after. */
export function usePortalDoor(): PortalDoor {
  const portal = usePortal()
  return {
    open: () => portal.mutate(undefined, { onError: (error) => toastFailure(error, portalFailure) }),
    busy: portal.isPending,
  }
}
