import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { listRoute, route, type Route } from '../api/route-definition.ts'
import { flag, metadata, noParams, text, unsettable } from '../api/param-schemas.ts'
import { invalidParam, resourceMissing, StripeError } from '../stripe-errors.ts'
import { mergeMetadata } from '../merge-metadata.ts'
import type { Rendered, WebhookEndpoint } from '../stripe-objects.ts'
import { API_VERSION, newId, SANDBOX_KEY, type Stripe } from '../stripe-state.ts'

/** The signing secret of the sandbox's account, so that a default start needs no configuration. */
export const SANDBOX_SECRET = 'whsec_mailroom_sandbox'
const MAX_ENDPOINTS = 16
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

/** `/v1/webhook_endpoints`: only the response to the creation contains the endpoint's secret. */
export const webhookEndpointRoutes: readonly Route[] = [
  route(['POST', '/v1/webhook_endpoints'], 'webhook_endpoints', Create, ({ sandbox, now, account }, params) => {
    const { webhook_endpoints } = sandbox.stripe
    if (webhook_endpoints.size >= MAX_ENDPOINTS)
      throw new StripeError(400, `You have reached the maximum of ${MAX_ENDPOINTS} test webhook endpoints.`)
    if (params.api_version !== undefined && params.api_version !== API_VERSION)
      throw invalidParam('api_version', `Invalid API version: ${params.api_version}; this sandbox knows ${API_VERSION}`)
    const secret = account === SANDBOX_KEY ? SANDBOX_SECRET : randomSecret()
    const endpoint = addEndpoint(sandbox.stripe, {
      ...params,
      url: requireLoopbackUrl(params.url),
      secret,
      created: now,
    })
    return { ...renderEndpoint(endpoint), secret: endpoint.secrets[0]?.value }
  }),
  listRoute('/v1/webhook_endpoints', 'webhook_endpoints', noParams(), ({ sandbox }) =>
    [...sandbox.stripe.webhook_endpoints.values()].toReversed().map(renderEndpoint),
  ),
  route(['GET', '/v1/webhook_endpoints/:id'], 'webhook_endpoints', noParams(), ({ sandbox }, _, id = '') =>
    renderEndpoint(getEndpoint(sandbox.stripe, id)),
  ),
  route(['POST', '/v1/webhook_endpoints/:id'], 'webhook_endpoints', Update, ({ sandbox }, params, id = '') => {
    const endpoint = getEndpoint(sandbox.stripe, id)
    const { url, disabled, metadata: changes, ...rest } = params
    if (url !== undefined) endpoint.url = requireLoopbackUrl(url)
    if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled'
    endpoint.metadata = mergeMetadata(endpoint.metadata, changes)
    return renderEndpoint(Object.assign(endpoint, rest))
  }),
  route(['DELETE', '/v1/webhook_endpoints/:id'], 'webhook_endpoints', noParams(), ({ sandbox }, _, id = '') => {
    getEndpoint(sandbox.stripe, id)
    sandbox.stripe.webhook_endpoints.delete(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

type EndpointSeed = {
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
    metadata: mergeMetadata({}, seed.metadata),
  }
  stripe.webhook_endpoints.set(endpoint.id, endpoint)
  return endpoint
}

function randomSecret(): string {
  return `whsec_${randomBytes(24).toString('base64url')}`
}

function getEndpoint({ webhook_endpoints }: Stripe, id: string): WebhookEndpoint {
  const endpoint = webhook_endpoints.get(id)
  if (!endpoint) throw resourceMissing('webhook endpoint', id)
  return endpoint
}

export function renderEndpoint(endpoint: WebhookEndpoint): Rendered {
  const { secrets: _, ...shown } = endpoint
  return { ...shown, object: 'webhook_endpoint', application: null, livemode: false }
}

/** The sandbox sends only to this machine. */
function requireLoopbackUrl(url: string): string {
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isHttp)
    throw invalidParam('url', 'Invalid URL: An explicit scheme (such as https) must be provided.', 'url_invalid')
  const { hostname } = new URL(url)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw invalidParam(
      'url',
      `Invalid URL: the sandbox sends to loopback addresses only, and ${hostname} is none.`,
      'url_invalid',
    )
  return url
}
