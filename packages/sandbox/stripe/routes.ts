import { setTimeout as realDelay } from 'node:timers/promises'
import { type Context as Http, Hono } from 'hono'
import type { ApiCall, Route } from './api/route-definition.ts'
import { productAndPriceRoutes } from './api/product-and-price-routes.ts'
import { customerRoutes } from './api/customer-routes.ts'
import { eventRoutes } from './api/event-routes.ts'
import { expandObjects } from './api/expand-objects.ts'
import { parseForm } from './api/parse-form.ts'
import { type ApiResponse, runIdempotently } from './api/idempotency.ts'
import { invoiceRoutes } from './api/invoice-routes.ts'
import { checkPermission, authenticateKey } from './api/api-keys.ts'
import { CURSORS, paginate } from './api/paginate-list.ts'
import { paymentRoutes } from './api/payment-routes.ts'
import { subscriptionRoutes } from './api/subscription-routes.ts'
import { testClockRoutes } from './api/test-clock-routes.ts'
import { runDueActions } from './run-due-actions.ts'
import { checkoutSessionRoutes } from './checkout/checkout-session-routes.ts'
import { invalidParam, StripeError } from './stripe-errors.ts'
import { renderPaymentIntent } from './render-objects.ts'
import { portalRoutes } from './portal/portal-routes.ts'
import { API_VERSION, newId, type StripeSandbox } from './stripe-state.ts'
import { webhookEndpointRoutes } from './webhooks/webhook-endpoints.ts'

const API_ROUTES: readonly Route[] = [
  ...checkoutSessionRoutes,
  ...portalRoutes,
  ...webhookEndpointRoutes,
  ...customerRoutes,
  ...productAndPriceRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...eventRoutes,
  ...testClockRoutes,
]

/** The API under /api.stripe.com, with form bodies and API keys. */
export function stripeRoutes(sandbox: StripeSandbox): Hono {
  const app = new Hono()
  app.all('*', async (c) => {
    const requestId = newId(sandbox.stripe, 'req')
    runDueActions(sandbox)
    const answer = await handleRequest(sandbox, c, requestId)
    c.header('Content-Type', 'application/json')
    c.header('Request-Id', requestId)
    c.header('Stripe-Version', API_VERSION)
    if (answer.replayed) c.header('Idempotent-Replayed', 'true')
    const idempotencyKey = c.req.header('idempotency-key')
    if (idempotencyKey && c.req.method === 'POST') c.header('Idempotency-Key', idempotencyKey)
    return new Response(answer.body, { status: answer.status, headers: c.res.headers })
  })
  return app
}

async function handleRequest(
  sandbox: StripeSandbox,
  c: Http,
  requestId: string,
): Promise<ApiResponse & { replayed?: boolean }> {
  try {
    const { stripe } = sandbox
    const account = authenticateKey(stripe, c.req.header('authorization'))
    checkVersion(c.req.header('stripe-version'))
    const path = c.req.path.replace(/^.*?(?=\/v1(?:\/|$))/, '')
    const found = matchRoute(c.req.method, path)
    if (!found) throw unknownPathError(c.req.method, path)
    checkPermission(stripe, account, found.route)
    const body = await readParameters(c)
    const key = c.req.method === 'POST' ? (c.req.header('idempotency-key') ?? null) : null
    const request = { id: requestId, idempotency_key: key }
    const run = async (): Promise<ApiResponse> => {
      // A test can set a delay during which a second request arrives.
      if (c.req.method !== 'GET' && stripe.settings.callMs > 0) await realDelay(stripe.settings.callMs)
      return runRoute({ sandbox, request, account, now: Math.floor(sandbox.clock.now() / 1000) }, found, body)
    }
    if (key === null) return await run()
    return await runIdempotently(sandbox, { key, account, path, body: body.toString() }, run)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return errorResponse(error, requestId)
  } finally {
    // The request may have made an action due.
    runDueActions(sandbox)
  }
}

type MatchedRoute = { route: Route; ids: string[]; path: string }

function matchRoute(method: string, path: string): MatchedRoute | undefined {
  const parts = path.split('/')
  for (const route of API_ROUTES) {
    const names = route.path.split('/')
    if (route.method !== method || names.length !== parts.length) continue
    if (names.every((name, place) => name.startsWith(':') || name === parts[place])) {
      return { route, path, ids: parts.filter((_, place) => names[place]?.startsWith(':')) }
    }
  }
  return undefined
}

function runRoute(call: ApiCall, { route, ids, path }: MatchedRoute, body: URLSearchParams): ApiResponse {
  try {
    return { status: 200, body: toJson(responseObject(call, { route, ids, path }, body)) }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return errorResponse(error, call.request.id ?? '')
  }
}

function responseObject({ sandbox, ...rest }: ApiCall, { route, ids, path }: MatchedRoute, body: URLSearchParams) {
  const form = parseForm(body)
  if (!form) throw new StripeError(400, 'Invalid request: a parameter has a name that cannot be read.')
  const { expand: wanted = [], ...params } = form
  if (!Array.isArray(wanted) || !wanted.every((each) => typeof each === 'string'))
    throw invalidParam('expand', 'Invalid array')
  const call = { sandbox, ...rest }
  const isCursor = ([name]: [string, unknown]) => route.isList && CURSORS.includes(name)
  const own = Object.fromEntries(Object.entries(params).filter((entry) => !isCursor(entry)))
  if (!route.isList) return expandObjects(sandbox, route.run(call, own, ids), wanted)
  const cursors = Object.fromEntries(Object.entries(params).filter(isCursor))
  return expandObjects(sandbox, paginate(route.run(call, own), path, cursors), wanted)
}

function checkVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return
  throw new StripeError(400, `Invalid Stripe API version: ${version}. This sandbox speaks ${API_VERSION} alone.`)
}

/** GET and DELETE have their parameters in the query, POST in a form. */
async function readParameters(c: Http): Promise<URLSearchParams> {
  const inQuery = new URL(c.req.url).searchParams
  if (c.req.method !== 'POST') return inQuery
  const text = await c.req.text()
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  if (text !== '' && !isForm) {
    throw new StripeError(
      400,
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have ' +
        'questions, we can help at https://support.stripe.com/.',
    )
  }
  return new URLSearchParams([...inQuery, ...new URLSearchParams(text)])
}

function unknownPathError(method: string, path: string): StripeError {
  return new StripeError(
    404,
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at ` +
      `https://support.stripe.com/.`,
  )
}

function errorResponse({ status, type, message, details }: StripeError, requestId: string): ApiResponse {
  const { payment_intent, ...rest } = details
  const doc_url =
    details.code === undefined
      ? {}
      : { doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll('_', '-')}` }
  const intent = payment_intent ? { payment_intent: renderPaymentIntent(payment_intent) } : {}
  const request_log_url = `https://dashboard.stripe.com/test/workbench/logs?object=${requestId}`
  return { status, body: toJson({ error: { ...rest, ...doc_url, message, ...intent, request_log_url, type } }) }
}

/** Stripe's JSON is indented by two spaces. */
const toJson = (object: unknown) => JSON.stringify(object, null, 2)
