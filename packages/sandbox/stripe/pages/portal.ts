import { type Context as Http, Hono } from 'hono'
import type { World } from '../../kit/world.ts'
import type { PortalFlow, PortalSession } from '../hosted-model.ts'
import type { Subscription } from '../model.ts'
import { openPortalSession, portalPath } from '../portal/session.ts'
import { messagePage } from './layout.ts'
import { cancel, keep, showCancel } from './portal/cancel.ts'
import { saveCustomer, showCustomer } from './portal/customer.ts'
import { homePage } from './portal/home.ts'
import { saveCard, showCard } from './portal/payment-method.ts'
import { showSwitch, switchPlan } from './portal/switch.ts'
import { type Answer, ownSubscription, type Walk } from './portal/walk.ts'

const BASE = '/p/session/:token'

/** Where a customer looks after what they pay for, under /billing.stripe.com. */
export function portalPages(world: World): Hono {
  const app = new Hono()
  const page = (path: string, run: (walk: Walk) => Answer) => app.get(`${BASE}${path}`, (c) => opened(world, c, run))
  const act = (path: string, run: (walk: Walk, form: URLSearchParams) => Answer) =>
    app.post(`${BASE}${path}`, async (c) => {
      const form = new URLSearchParams(await c.req.text())
      return opened(world, c, (walk) => run(walk, form))
    })
  page('', (walk) => {
    const { c, session } = walk
    return session.flow ? c.redirect(flowPath(session, session.flow), 302) : c.html(homePage(walk, c.req.query('done')))
  })
  page('/subscriptions/:subscription/update', (walk) =>
    ofSubscription(walk, (one) => showSwitch(walk, one, walk.c.req.query('price'))),
  )
  act('/subscriptions/:subscription/update', (walk, form) => ofSubscription(walk, (one) => switchPlan(walk, one, form)))
  page('/subscriptions/:subscription/cancel', (walk) => ofSubscription(walk, (one) => showCancel(walk, one)))
  act('/subscriptions/:subscription/cancel', (walk, form) => ofSubscription(walk, (one) => cancel(walk, one, form)))
  act('/subscriptions/:subscription/reactivate', (walk) => ofSubscription(walk, (one) => keep(walk, one)))
  page('/payment-method', showCard)
  act('/payment-method', saveCard)
  page('/customer', showCustomer)
  act('/customer', saveCustomer)
  return app
}

function opened(world: World, c: Http, run: (walk: Walk) => Answer): Answer {
  const session = openPortalSession(world, c.req.param('token') ?? '')
  const customer = world.stripe.customers.get(session?.customer ?? '')
  const configuration = world.stripe.portal_configurations.get(session?.configuration ?? '')
  if (!session || !customer || !configuration) {
    const text =
      'This page works for an hour, and its address for five minutes. Go back to where you came from, and open it again.'
    return c.html(messagePage('Your session has expired', text), 410)
  }
  return run({ world, c, session, customer, configuration })
}

function ofSubscription(walk: Walk, run: (subscription: Subscription) => Answer): Answer {
  const subscription = ownSubscription(walk, walk.c.req.param('subscription') ?? '')
  const back = { href: portalPath(walk.session), label: 'Back' }
  return subscription ? run(subscription) : walk.c.html(messagePage('Not found', 'There is no such plan.', back), 404)
}

function flowPath(session: PortalSession, { type, subscription, item }: PortalFlow): string {
  const base = portalPath(session)
  switch (type) {
    case 'payment_method_update':
      return `${base}/payment-method`
    case 'customer_update':
      return `${base}/customer`
    case 'subscription_cancel':
      return `${base}/subscriptions/${subscription}/cancel`
    case 'subscription_update':
      return `${base}/subscriptions/${subscription}/update`
    case 'subscription_update_confirm':
      return `${base}/subscriptions/${subscription}/update?price=${encodeURIComponent(item?.price ?? '')}`
  }
}
