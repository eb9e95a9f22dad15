import type { Context as Http } from 'hono'
import type { World } from '../../../kit/world.ts'
import { BY_TIME, type Context } from '../../events.ts'
import type { PortalConfiguration, PortalSession } from '../../hosted-model.ts'
import type { Customer, Subscription } from '../../model.ts'
import { portalPath, returnUrlOf } from '../../portal/session.ts'
import { messagePage } from '../layout.ts'

export type Answer = Response | Promise<Response>

/** One request of an open portal session. */
export type Walk = {
  world: World
  c: Http
  session: PortalSession
  configuration: PortalConfiguration
  customer: Customer
}

export function contextOf({ world }: Walk): Context {
  return { world, cause: BY_TIME }
}

/** A subscription of this very customer. */
export function ownSubscription({ world, customer }: Walk, id: string): Subscription | undefined {
  const subscription = world.stripe.subscriptions.get(id)
  return subscription?.customer === customer.id ? subscription : undefined
}

export function home({ c, session }: Walk, done: string): Answer {
  return c.redirect(`${portalPath(session)}?done=${done}`, 303)
}

/** After a step: where the session's flow says, else home. A flow ends with its step. */
export function finish(walk: Walk, done: string): Answer {
  const { world, c, session } = walk
  const after = session.flow?.after
  if (!after) return home(walk, done)
  session.flow = null
  if (after.type === 'redirect' && after.return_url !== null) return c.redirect(after.return_url, 303)
  if (after.type !== 'hosted_confirmation') return home(walk, done)
  const back = returnUrlOf(world, session)
  const link = back === null ? null : { href: back, label: 'Return to Mailroom' }
  return c.html(messagePage('Done', after.custom_message ?? 'Your changes were saved.', link))
}

export function notPossible({ c, session }: Walk, text: string): Answer {
  return c.html(messagePage('This is not possible here', text, { href: portalPath(session), label: 'Back' }), 403)
}
