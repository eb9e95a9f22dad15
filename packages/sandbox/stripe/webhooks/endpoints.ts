import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { listRoute, route, type Route } from '../api/call.ts'
import { flag, metadata, nothing, text, unsettable } from '../api/params.ts'
import { invalid, noSuch, StripeError } from '../errors.ts'
import { merged } from '../metadata.ts'
import type { Rendered, WebhookEndpoint } from '../model.ts'
import { API_VERSION, newId, SANDBOX_KEY, type Stripe } from '../state.ts'

/** The one secret of the sandbox's account, so that a start in default mode needs no hand. */
export const SANDBOX_SECRET = 'whsec_mailroom_sandbox'
const MOST_ENDPOINTS = 16
const MAX_URL = 5000

const events = () => z.array(z.string().regex(/^(?:\*|[a-z0-9_]+(?:\.[a-z0-9_]+)+)$/, 'no type of an event')).min(1)
const Create = z.strictObject({
  url: text().max(MAX_URL),
  enabled_events: events(),
  api_version: text().optional(),
  description: unsettable(text()).optional(),
  metadata: metadata().optional(),
})
const Update = Create.omit({ api_version: true }).partial().extend({ disabled: flag().optional() })

/** `/v1/webhook_endpoints`: an endpoint's secret is told once, in the answer to its creation. */
export const endpointRoutes: readonly Route[] = [
  route(['POST', '/v1/webhook_endpoints'], 'webhook_endpoints', Create, ({ world, now, account }, params) => {
    const { webhook_endpoints } = world.stripe
    if (webhook_endpoints.size >= MOST_ENDPOINTS)
      throw new StripeError(400, `You have reached the maximum of ${MOST_ENDPOINTS} test webhook endpoints.`)
    if (params.api_version !== undefined && params.api_version !== API_VERSION)
      throw invalid('api_version', `Invalid API version: ${params.api_version}; this sandbox knows ${API_VERSION}`)
    const secret = account === SANDBOX_KEY ? SANDBOX_SECRET : randomSecret()
    const endpoint = addEndpoint(world.stripe, { ...params, url: checkedUrl(params.url), secret, created: now })
    return { ...renderEndpoint(endpoint), secret: endpoint.secrets[0]?.value }
  }),
  listRoute('/v1/webhook_endpoints', 'webhook_endpoints', nothing(), ({ world }) =>
    [...world.stripe.webhook_endpoints.values()].toReversed().map(renderEndpoint),
  ),
  route(['GET', '/v1/webhook_endpoints/:id'], 'webhook_endpoints', nothing(), ({ world }, _, id = '') =>
    renderEndpoint(endpointIn(world.stripe, id)),
  ),
  route(['POST', '/v1/webhook_endpoints/:id'], 'webhook_endpoints', Update, ({ world }, params, id = '') => {
    const endpoint = endpointIn(world.stripe, id)
    const { url, disabled, metadata: changes, ...rest } = params
    if (url !== undefined) endpoint.url = checkedUrl(url)
    if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled'
    endpoint.metadata = merged(endpoint.metadata, changes)
    return renderEndpoint(Object.assign(endpoint, rest))
  }),
  route(['DELETE', '/v1/webhook_endpoints/:id'], 'webhook_endpoints', nothing(), ({ world }, _, id = '') => {
    endpointIn(world.stripe, id)
    world.stripe.webhook_endpoints.delete(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

export type EndpointSeed = {
  url: string
  enabled_events: string[]
  secret: string
  api_version?: string | undefined
  description?: string | null | undefined
  metadata?: Record<string, string> | null | undefined
  created: number
}

export function addEndpoint(stripe: Stripe, seed: EndpointSeed): WebhookEndpoint {
  const { url, enabled_events, created } = seed
  const endpoint: WebhookEndpoint = {
    id: newId(stripe, 'we'),
    created,
    url,
    secrets: [{ value: seed.secret, expires_at: null }],
    enabled_events,
    api_version: seed.api_version ?? null,
    description: seed.description ?? null,
    status: 'enabled',
    metadata: merged({}, seed.metadata),
  }
  stripe.webhook_endpoints.set(endpoint.id, endpoint)
  return endpoint
}

export function randomSecret(): string {
  return `whsec_${randomBytes(24).toString('base64url')}`
}

function endpointIn({ webhook_endpoints }: Stripe, id: string): WebhookEndpoint {
  const endpoint = webhook_endpoints.get(id)
  if (!endpoint) throw noSuch('webhook endpoint', id)
  return endpoint
}

export function renderEndpoint(endpoint: WebhookEndpoint): Rendered {
  const { secrets: _, ...shown } = endpoint
  return { ...shown, object: 'webhook_endpoint', application: null, livemode: false }
}

/** The sandbox sends to this machine alone. */
function checkedUrl(url: string): string {
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isHttp) throw invalid('url', 'Invalid URL: An explicit scheme (such as https) must be provided.', 'url_invalid')
  const { hostname } = new URL(url)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw invalid(
      'url',
      `Invalid URL: the sandbox sends to loopback addresses only, and ${hostname} is none.`,
      'url_invalid',
    )
  return url
}
