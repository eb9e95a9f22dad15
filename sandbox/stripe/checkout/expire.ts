import type { World } from '../../kit/world.ts'
import { BY_TIME, type Context, emit } from '../events.ts'
import type { CheckoutSession } from '../hosted-model.ts'
import { renderInEvent } from './render.ts'

/** An open session ends when its time is over. */
export function endWhenDue(world: World, session: CheckoutSession): void {
  const wait = session.expires_at * 1000 - world.clock.now()
  world.clock.after(wait, () => {
    if (session.status === 'open') expireSession({ world, cause: BY_TIME }, session, session.expires_at)
  })
}

/** @param now Unix seconds */
export function expireSession(context: Context, session: CheckoutSession, now: number): void {
  session.status = 'expired'
  session.authenticating = null
  emit(context, 'checkout.session.expired', renderInEvent(context.world, session), { now })
}
