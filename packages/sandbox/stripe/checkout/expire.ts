import type { World } from '../../kit/world.ts'
import type { Due } from '../billing/due.ts'
import { BY_TIME, type Context, emit } from '../events.ts'
import type { CheckoutSession } from '../hosted-model.ts'
import { renderCheckoutSession } from './render.ts'

/** The open session that ends first. */
export function nextExpiry(world: World): Due | null {
  const open = [...world.stripe.checkout_sessions.values()].filter(({ status }) => status === 'open')
  const next = open.toSorted((first, second) => first.expires_at - second.expires_at)[0]
  if (!next) return null
  return { at: next.expires_at, run: () => expireSession({ world, cause: BY_TIME }, next, next.expires_at) }
}

/** @param now Unix seconds */
export function expireSession(context: Context, session: CheckoutSession, now: number): void {
  session.status = 'expired'
  session.authenticating = null
  emit(context, 'checkout.session.expired', renderCheckoutSession(context.world, session), { now })
}
