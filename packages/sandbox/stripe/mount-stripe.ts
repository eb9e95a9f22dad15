import type { Routers } from '../kit/mount.ts'
import { serviceMiddleware } from '../kit/service-middleware.ts'
import { stripeControlRoutes } from './control/stripe-control-routes.ts'
import { stripeFaultBehavior, stripeHeadersOfFaults } from './stripe-fault-behavior.ts'
import { runDueActionsAround, hostedPageFaultBehavior, hostedPages } from './pages/hosted-pages.ts'
import { hostedPageHeaders } from './pages/hosted-page-layout.ts'
import { stripeRoutes } from './routes.ts'
import type { StripeSandbox } from './stripe-state.ts'
import { enqueueDeliveries } from './webhooks/enqueue-deliveries.ts'

/** The API, the hosted pages and webhooks. */
export function mountStripe({ app, control }: Routers, sandbox: StripeSandbox): void {
  sandbox.stripe.listeners.add((event) => enqueueDeliveries(sandbox, event))
  app.use(
    '/api.stripe.com/*',
    stripeHeadersOfFaults(sandbox),
    serviceMiddleware(sandbox, 'stripe', stripeFaultBehavior(sandbox)),
  )
  app.route('/api.stripe.com', stripeRoutes(sandbox))
  for (const [host, pages] of Object.entries(hostedPages)) {
    const middleware = serviceMiddleware(sandbox, 'stripe', hostedPageFaultBehavior(sandbox))
    app.use(`/${host}/*`, hostedPageHeaders, middleware, runDueActionsAround(sandbox))
    app.route(`/${host}`, pages(sandbox))
  }
  control.route('/stripe', stripeControlRoutes(sandbox))
}
