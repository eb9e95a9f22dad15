import { Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../../kit/control-error.ts'
import { readControl } from '../../kit/read-control.ts'
import { readStrictly } from '../../kit/read-strictly.ts'
import type { StripeSandbox } from '../stripe-state.ts'
import { runDueActions } from '../run-due-actions.ts'
import { StripeError } from '../stripe-errors.ts'
import type { WebhookEndpoint } from '../stripe-objects.ts'
import { Settings } from '../stripe-settings.ts'
import { addEndpoint, renderEndpoint, SANDBOX_SECRET } from '../webhooks/webhook-endpoints.ts'
import { simulateEvent } from './simulate-event.ts'
import { SimulatedEvent } from './simulated-event-schema.ts'
import { showCustomers, showStripeState } from './show-stripe-state.ts'

const EndpointBody = z.strictObject({
  url: z.url(),
  secret: z.string().startsWith('whsec_').default(SANDBOX_SECRET),
  enabledEvents: z.array(z.string()).min(1).default(['*']),
  apiVersion: z.string().optional(),
})
const EndpointChange = z.strictObject({
  /** A new secret; the old one also signs for `keepOldSeconds`. */
  secret: z.string().startsWith('whsec_').optional(),
  keepOldSeconds: z.number().min(0).default(0),
  status: z.enum(['enabled', 'disabled']).optional(),
})
const KeyBody = z.strictObject({
  key: z.string().regex(/^(?:sk|rk)_test_\w+$/),
  rights: z.union([z.literal('all'), z.record(z.string(), z.enum(['read', 'write']))]).default('all'),
})

/** `/control/stripe`: state, simulated events, webhook endpoints, keys and settings. */
export function stripeControlRoutes(sandbox: StripeSandbox): Hono {
  const { stripe } = sandbox
  const app = new Hono()
  app.get('/', (c) => {
    runDueActions(sandbox)
    const email = c.req.query('email')
    return c.json(email === undefined ? showStripeState(sandbox) : showCustomers(sandbox, email))
  })
  app.post('/events', async (c) => {
    const simulated = await readControl(c, SimulatedEvent)
    runDueActions(sandbox)
    try {
      return c.json(await simulateEvent(sandbox, simulated))
    } catch (error) {
      if (error instanceof StripeError) throw new ControlError(409, error.message)
      throw error
    } finally {
      runDueActions(sandbox)
    }
  })

  app.get('/settings', (c) => c.json(stripe.settings))
  app.put('/settings', async (c) => {
    const change = await readControl(c, z.record(z.string(), z.unknown()))
    const read = readStrictly(Settings, { ...stripe.settings, ...change }, 'settings')
    if (!read.ok) throw new ControlError(400, read.problem)
    stripe.settings = read.value
    return c.json(stripe.settings)
  })

  app.post('/endpoints', async (c) => {
    const { url, secret, enabledEvents: enabled_events, apiVersion: api_version } = await readControl(c, EndpointBody)
    const created = Math.floor(sandbox.clock.now() / 1000)
    return c.json(renderEndpoint(addEndpoint(stripe, { url, secret, enabled_events, api_version, created })), 201)
  })
  app.patch('/endpoints/:id', async (c) => {
    const endpoint = stripe.webhook_endpoints.get(c.req.param('id'))
    if (!endpoint) throw new ControlError(404, `no webhook endpoint ${c.req.param('id')}`)
    const { secret, keepOldSeconds, status } = await readControl(c, EndpointChange)
    if (status !== undefined) endpoint.status = status
    if (secret !== undefined) rollSecret(endpoint, secret, Math.floor(sandbox.clock.now() / 1000) + keepOldSeconds)
    return c.json(renderEndpoint(endpoint))
  })
  app.delete('/endpoints/:id', (c) => {
    if (!stripe.webhook_endpoints.delete(c.req.param('id')))
      throw new ControlError(404, `no webhook endpoint ${c.req.param('id')}`)
    return c.json({})
  })

  app.post('/keys', async (c) => {
    const { key, rights } = await readControl(c, KeyBody)
    stripe.keys.set(key, rights)
    return c.json({}, 201)
  })
  return app
}

/** @param expires_at Unix seconds at which the old secrets expire */
function rollSecret(endpoint: WebhookEndpoint, value: string, expires_at: number): void {
  const before = endpoint.secrets.map((old) => ({ value: old.value, expires_at: old.expires_at ?? expires_at }))
  endpoint.secrets = [{ value, expires_at: null }, ...before]
}
