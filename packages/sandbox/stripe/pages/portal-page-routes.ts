import { type Context as Http, Hono } from 'hono'
import type { StripeSandbox } from '../stripe-state.ts'
import type { PortalFlow, PortalSession } from '../checkout-and-portal-objects.ts'
import type { Subscription } from '../stripe-objects.ts'
import { openPortalSession, portalPath } from '../portal/portal-session.ts'
import { messagePage } from './hosted-page-layout.ts'
import { cancelPlan, keepPlan, showCancelPage } from './portal/cancel-plan-page.ts'
import { saveCustomerDetails, showCustomerDetails } from './portal/customer-details-page.ts'
import { portalHomePage } from './portal/portal-home-page.ts'
import { savePaymentMethod, showPaymentMethodForm } from './portal/payment-method-page.ts'
import { showPlanChange, changePlan } from './portal/change-plan-page.ts'
import { type Answer, findOwnSubscription, type PortalRequest } from './portal/portal-request.ts'

const BASE = '/p/session/:token'

/** The customer portal, under /billing.stripe.com. */
export function portalPages(sandbox: StripeSandbox): Hono {
  const app = new Hono()
  const page = (path: string, run: (request: PortalRequest) => Answer) =>
    app.get(`${BASE}${path}`, (c) => withOpenSession(sandbox, c, run))
  const act = (path: string, run: (request: PortalRequest, form: URLSearchParams) => Answer) =>
    app.post(`${BASE}${path}`, async (c) => {
      const form = new URLSearchParams(await c.req.text())
      return withOpenSession(sandbox, c, (request) => run(request, form))
    })
  page('', (request) => {
    const { c, session } = request
    return session.flow
      ? c.redirect(flowPath(session, session.flow), 302)
      : c.html(portalHomePage(request, c.req.query('done')))
  })
  page('/subscriptions/:subscription/update', (request) =>
    withSubscription(request, (one) => showPlanChange(request, one, request.c.req.query('price'))),
  )
  act('/subscriptions/:subscription/update', (request, form) =>
    withSubscription(request, (one) => changePlan(request, one, form)),
  )
  page('/subscriptions/:subscription/cancel', (request) =>
    withSubscription(request, (one) => showCancelPage(request, one)),
  )
  act('/subscriptions/:subscription/cancel', (request, form) =>
    withSubscription(request, (one) => cancelPlan(request, one, form)),
  )
  act('/subscriptions/:subscription/reactivate', (request) =>
    withSubscription(request, (one) => keepPlan(request, one)),
  )
  page('/payment-method', showPaymentMethodForm)
  act('/payment-method', savePaymentMethod)
  page('/customer', showCustomerDetails)
  act('/customer', saveCustomerDetails)
  return app
}

function withOpenSession(sandbox: StripeSandbox, c: Http, run: (request: PortalRequest) => Answer): Answer {
  const session = openPortalSession(sandbox, c.req.param('token') ?? '')
  const customer = sandbox.stripe.customers.get(session?.customer ?? '')
  const configuration = sandbox.stripe.portal_configurations.get(session?.configuration ?? '')
  if (!session || !customer || !configuration) {
    const text =
      'This page works for an hour, and its address for five minutes. Go back to where you came from, and open ' +
      'it again.'
    return c.html(messagePage('Your session has expired', text), 410)
  }
  return run({ sandbox, c, session, customer, configuration })
}

function withSubscription(request: PortalRequest, run: (subscription: Subscription) => Answer): Answer {
  const subscription = findOwnSubscription(request, request.c.req.param('subscription') ?? '')
  const back = { href: portalPath(request.session), label: 'Back' }
  return subscription
    ? run(subscription)
    : request.c.html(messagePage('Not found', 'There is no such plan.', back), 404)
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
