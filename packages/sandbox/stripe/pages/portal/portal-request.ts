import type { Context as Http } from 'hono'
import type { StripeSandbox } from '../../stripe-state.ts'
import { NO_REQUEST, type StripeContext } from '../../emit-event.ts'
import type { PortalConfiguration, PortalSession } from '../../checkout-and-portal-objects.ts'
import type { Customer, Subscription } from '../../stripe-objects.ts'
import { portalPath, returnUrlOf } from '../../portal/portal-session.ts'
import { messagePage } from '../hosted-page-layout.ts'

export type Answer = Response | Promise<Response>

/** One request in an open portal session. */
export type PortalRequest = {
  sandbox: StripeSandbox
  c: Http
  session: PortalSession
  configuration: PortalConfiguration
  customer: Customer
}

export function contextOf({ sandbox }: PortalRequest): StripeContext {
  return { sandbox, request: NO_REQUEST }
}

/** A subscription of this customer. */
export function findOwnSubscription({ sandbox, customer }: PortalRequest, id: string): Subscription | undefined {
  const subscription = sandbox.stripe.subscriptions.get(id)
  return subscription?.customer === customer.id ? subscription : undefined
}

export function redirectToHome({ c, session }: PortalRequest, done: string): Answer {
  return c.redirect(`${portalPath(session)}?done=${done}`, 303)
}

/** Redirects after a step: as the flow's `after_completion` says, else to the home page. Ends the flow. */
export function finishFlow(request: PortalRequest, done: string): Answer {
  const { sandbox, c, session } = request
  const after = session.flow?.after
  if (!after) return redirectToHome(request, done)
  session.flow = null
  if (after.type === 'redirect' && after.return_url !== null) return c.redirect(after.return_url, 303)
  if (after.type !== 'hosted_confirmation') return redirectToHome(request, done)
  const back = returnUrlOf(sandbox, session)
  const link = back === null ? null : { href: back, label: 'Return to Mailroom' }
  return c.html(messagePage('Done', after.custom_message ?? 'Your changes were saved.', link))
}

export function notPossiblePage({ c, session }: PortalRequest, text: string): Answer {
  return c.html(messagePage('This is not possible here', text, { href: portalPath(session), label: 'Back' }), 403)
}
