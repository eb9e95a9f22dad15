import type { Hono, MiddlewareHandler } from 'hono'
import type { FaultBehavior } from '../../kit/service-middleware.ts'
import type { StripeSandbox } from '../stripe-state.ts'
import { runDueActions } from '../run-due-actions.ts'
import { checkoutPages } from './checkout-page-routes.ts'
import { invoicePages } from './invoice-page-routes.ts'
import { portalPages } from './portal-page-routes.ts'

/** Stripe's hosted pages, by host. */
export const hostedPages: Readonly<Record<string, (sandbox: StripeSandbox) => Hono>> = {
  'checkout.stripe.com': checkoutPages,
  'billing.stripe.com': portalPages,
  'invoice.stripe.com': invoicePages,
}

/** Runs due actions before and after each page request. */
export function runDueActionsAround(sandbox: StripeSandbox): MiddlewareHandler {
  return async (_, next) => {
    runDueActions(sandbox)
    await next()
    runDueActions(sandbox)
  }
}

/** Error pages of faults, and the customer's address for faults that match a mailbox. */
export function hostedPageFaultBehavior({ stripe }: StripeSandbox): FaultBehavior {
  return {
    errorBody: (status) =>
      `<html><head><title>Error ${status}</title></head><body><h1>Something went wrong (${status})</h1></body></html>`,
    errorType: () => 'text/html; charset=utf-8',
    mailboxOf(_, path) {
      const id = path.split(/[/?]/)
      const subjects = [stripe.checkout_sessions, stripe.portal_sessions, stripe.invoices]
      const subject = subjects.map((all) => id.map((part) => all.get(part)).find(Boolean)).find(Boolean)
      return stripe.customers.get(subject?.customer ?? '')?.email ?? null
    },
  }
}
