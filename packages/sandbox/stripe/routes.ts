import { setTimeout as realDelay } from 'node:timers/promises'
import { type Context as Http, Hono } from 'hono'
import type { World } from '../kit/world.ts'
import type { Call, Route } from './api/call.ts'
import { catalogueRoutes } from './api/catalogue.ts'
import { customerRoutes } from './api/customers.ts'
import { eventRoutes } from './api/events.ts'
import { expand } from './api/expand.ts'
import { readForm } from './api/form.ts'
import { type Answer, once } from './api/idempotency.ts'
import { invoiceRoutes } from './api/invoices.ts'
import { checkRight, keyOf } from './api/keys.ts'
import { CURSORS, pageOf } from './api/page.ts'
import { paymentRoutes } from './api/payments.ts'
import { subscriptionItemRoutes } from './api/subscription-items.ts'
import { subscriptionRoutes } from './api/subscriptions.ts'
import { testClockRoutes } from './api/test-clocks.ts'
import { runDue } from './billing/due.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { invalid, StripeError } from './errors.ts'
import { renderPaymentIntent } from './render.ts'
import { portalRoutes } from './portal/routes.ts'
import { API_VERSION, newId } from './state.ts'
import { endpointRoutes } from './webhooks/endpoints.ts'

const ROUTES: readonly Route[] = [
  ...checkoutRoutes,
  ...portalRoutes,
  ...endpointRoutes,
  ...customerRoutes,
  ...catalogueRoutes,
  ...subscriptionRoutes,
  ...subscriptionItemRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...eventRoutes,
  ...testClockRoutes,
]

/** Under /api.stripe.com: the API, by form bodies and bearer keys. */
export function stripeRoutes(world: World): Hono {
  const app = new Hono()
  app.all('*', async (c) => {
    const requestId = newId(world.stripe, 'req')
    runDue(world)
    const answer = await answerOf(world, c, requestId)
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

async function answerOf(world: World, c: Http, requestId: string): Promise<Answer & { replayed?: boolean }> {
  try {
    const { stripe } = world
    const account = keyOf(stripe, c.req.header('authorization'))
    checkVersion(c.req.header('stripe-version'))
    const path = c.req.path.replace(/^.*?(?=\/v1(?:\/|$))/, '')
    const found = find(c.req.method, path)
    if (!found) throw unknownPath(c.req.method, path)
    checkRight(stripe, account, found.route)
    const body = await bodyOf(c)
    const key = c.req.method === 'POST' ? (c.req.header('idempotency-key') ?? null) : null
    const cause = { id: requestId, idempotency_key: key }
    const run = async (): Promise<Answer> => {
      // Long enough, if a test says so, for a second call to come in meanwhile.
      if (c.req.method !== 'GET' && stripe.settings.callMs > 0) await realDelay(stripe.settings.callMs)
      return perform({ world, cause, account, now: Math.floor(world.clock.now() / 1000) }, found, body)
    }
    if (key === null) return await run()
    return await once(world, { key, account, path, body: body.toString() }, run)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return refusal(error, requestId)
  } finally {
    // What the call made may be due next.
    runDue(world)
  }
}

type Found = { route: Route; ids: string[]; path: string }

function find(method: string, path: string): Found | undefined {
  const parts = path.split('/')
  for (const route of ROUTES) {
    const names = route.path.split('/')
    if (route.method !== method || names.length !== parts.length) continue
    if (names.every((name, place) => name.startsWith(':') || name === parts[place])) {
      return { route, path, ids: parts.filter((_, place) => names[place]?.startsWith(':')) }
    }
  }
  return undefined
}

function perform(call: Call, { route, ids, path }: Found, body: URLSearchParams): Answer {
  try {
    return { status: 200, body: shown(objectOf(call, { route, ids, path }, body)) }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return refusal(error, call.cause.id ?? '')
  }
}

function objectOf({ world, ...rest }: Call, { route, ids, path }: Found, body: URLSearchParams) {
  const form = readForm(body)
  if (!form) throw new StripeError(400, 'Invalid request: a parameter has a name that cannot be read.')
  const { expand: wanted = [], ...params } = form
  if (!Array.isArray(wanted) || !wanted.every((each) => typeof each === 'string'))
    throw invalid('expand', 'Invalid array')
  const call = { world, ...rest }
  const isCursor = ([name]: [string, unknown]) => route.lists && CURSORS.includes(name)
  const own = Object.fromEntries(Object.entries(params).filter((entry) => !isCursor(entry)))
  if (!route.lists) return expand(world, route.run(call, own, ids), wanted)
  const cursors = Object.fromEntries(Object.entries(params).filter(isCursor))
  return expand(world, pageOf(route.run(call, own), path, cursors), wanted)
}

function checkVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return
  throw new StripeError(400, `Invalid Stripe API version: ${version}. This sandbox speaks ${API_VERSION} alone.`)
}

/** GET and DELETE carry their parameters in the address, POST in a form. */
async function bodyOf(c: Http): Promise<URLSearchParams> {
  const inQuery = new URL(c.req.url).searchParams
  if (c.req.method !== 'POST') return inQuery
  const text = await c.req.text()
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  if (text !== '' && !isForm) {
    throw new StripeError(
      400,
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have questions, we can help at https://support.stripe.com/.',
    )
  }
  return new URLSearchParams([...inQuery, ...new URLSearchParams(text)])
}

function unknownPath(method: string, path: string): StripeError {
  return new StripeError(
    404,
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  )
}

function refusal({ status, type, message, details }: StripeError, requestId: string): Answer {
  const { payment_intent, ...rest } = details
  const doc_url =
    details.code === undefined
      ? {}
      : { doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll('_', '-')}` }
  const intent = payment_intent ? { payment_intent: renderPaymentIntent(payment_intent) } : {}
  const request_log_url = `https://dashboard.stripe.com/test/workbench/logs?object=${requestId}`
  return { status, body: shown({ error: { ...rest, ...doc_url, message, ...intent, request_log_url, type } }) }
}

/** Stripe answers in lines, two spaces deep. */
const shown = (object: unknown) => JSON.stringify(object, null, 2)
