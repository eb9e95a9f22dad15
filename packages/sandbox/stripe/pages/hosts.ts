import type { Hono, MiddlewareHandler } from 'hono'
import type { GateOptions } from '../../kit/gate.ts'
import type { World } from '../../kit/world.ts'
import { runDue } from '../billing/due.ts'
import { checkoutPages } from './checkout.ts'
import { invoicePages } from './invoice.ts'
import { portalPages } from './portal.ts'

/** Stripe's pages by their hosts. */
export const hostedPages: Readonly<Record<string, (world: World) => Hono>> = {
  'checkout.stripe.com': checkoutPages,
  'billing.stripe.com': portalPages,
  'invoice.stripe.com': invoicePages,
}

/** What is due happens before a page looks, and what it makes due is waited for. */
export function aroundPages(world: World): MiddlewareHandler {
  return async (_, next) => {
    runDue(world)
    await next()
    runDue(world)
  }
}

/** How faults look on the pages, and whose page one is: the customer's address. */
export function hostedGate({ stripe }: World): GateOptions {
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
