import type { StripeSandbox } from '../stripe-state.ts'
import type { DueAction } from '../billing/due-action.ts'
import { NO_REQUEST, type StripeContext, emitEvent } from '../emit-event.ts'
import type { CheckoutSession } from '../checkout-and-portal-objects.ts'
import { renderCheckoutSession } from './render-checkout-session.ts'

/** Expiry of the open session that expires first. */
export function nextSessionExpiry(sandbox: StripeSandbox): DueAction | null {
  const open = [...sandbox.stripe.checkout_sessions.values()].filter(({ status }) => status === 'open')
  const next = open.toSorted((first, second) => first.expires_at - second.expires_at)[0]
  if (!next) return null
  return {
    at: next.expires_at,
    run: () => expireCheckoutSession({ sandbox, request: NO_REQUEST }, next, next.expires_at),
  }
}

/** @param now Unix seconds */
export function expireCheckoutSession(context: StripeContext, session: CheckoutSession, now: number): void {
  session.status = 'expired'
  session.authenticating = null
  emitEvent(context, 'checkout.session.expired', renderCheckoutSession(context.sandbox, session), { now })
}
