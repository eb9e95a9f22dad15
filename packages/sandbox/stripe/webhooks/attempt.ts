import type { Fault } from '../../kit/faults.ts'
import { post } from '../../kit/post.ts'
import type { World } from '../../kit/world.ts'
import type { WebhookEndpoint } from '../model.ts'
import type { Attempt, Delivery } from './state.ts'
import { type Signed, signed } from './tamper.ts'

const CONTENT_TYPE = 'application/json; charset=utf-8'
const AGENT = 'Stripe/1.0 (sandbox)'

/** Sends a delivery when its endpoint's turn comes, and again later where it fails. Resolves when it was tried. */
export async function tryDelivery(world: World, delivery: Delivery): Promise<void> {
  const { endpoint, eventType, email } = delivery
  const path = `${endpoint.url} ${eventType}`
  const fault = world.faults.take({ service: 'stripe-notify', method: 'POST', path, mailbox: email })
  if (fault?.drop && fault.when === 'before') {
    endDelivery(world, delivery, 'dropped')
    return
  }
  const run = () => inTurn(world, endpoint, () => attempt(world, delivery, fault))
  if (fault?.delayMs) world.clock.after(fault.delayMs, run)
  else await run()
}

function inTurn({ stripe: { webhooks } }: World, endpoint: WebhookEndpoint, run: () => Promise<void>): Promise<void> {
  const turn = (webhooks.queues.get(endpoint) ?? Promise.resolve()).then(run)
  webhooks.queues.set(endpoint, turn)
  return turn
}

async function attempt(world: World, delivery: Delivery, fault: Fault | null): Promise<void> {
  const { endpoint } = delivery
  if (delivery.state !== 'waiting') return
  const isGone = world.stripe.webhook_endpoints.get(endpoint.id) !== endpoint || endpoint.status === 'disabled'
  if (isGone) {
    endDelivery(world, delivery, 'failed')
    return
  }
  const statuses = await posted(world, delivery, fault)
  if (statuses.some(isGood)) endDelivery(world, delivery, 'delivered')
  else tryLater(world, delivery)
}

/** Nothing more is sent; the event waits for one endpoint less. */
export function endDelivery({ stripe }: World, delivery: Delivery, state: 'delivered' | 'failed' | 'dropped'): void {
  delivery.state = state
  const event = stripe.events.get(delivery.eventId)
  if (event) event.pending_webhooks--
}

/** The statuses that count: those of a fault stand for what was answered. */
async function posted(world: World, delivery: Delivery, fault: Fault | null): Promise<number[]> {
  const told = fault?.drop ? 0 : fault?.status
  if (fault && told !== undefined && fault.when === 'before') {
    const at = world.clock.now()
    note(
      world,
      delivery,
      { ...signed(fault, delivery.body, delivery.endpoint.secrets, at), at },
      [told, NOT_SENT],
      fault,
    )
    return [told]
  }
  const copies = fault?.duplicate === true ? 2 : 1 + Number(fault?.duplicate ?? 0)
  const statuses = await Promise.all(Array.from({ length: copies }, () => postNow(world, delivery, fault)))
  return told === undefined ? statuses : [told]
}

const NOT_SENT = 'not sent: a fault'

/** Posts a delivery once, out of turn, whatever its state. @returns the status, 0 where no answer came */
export async function postNow(world: World, delivery: Delivery, fault: Fault | null = null): Promise<number> {
  const now = world.clock.now()
  return postSigned(world, delivery, signed(fault, delivery.body, delivery.endpoint.secrets, now), fault)
}

/** Posts these very bytes with this very signature. @returns the status, 0 where no answer came */
export async function postSigned(
  world: World,
  delivery: Delivery,
  { body, signature }: Signed,
  fault: Fault | null = null,
): Promise<number> {
  const at = world.clock.now()
  const { webhookTimeoutMs: timeoutMs } = world.stripe.settings
  const headers = { 'User-Agent': AGENT, ...(signature === '' ? {} : { 'Stripe-Signature': signature }) }
  const result = await post(delivery.endpoint.url, {
    contentType: CONTENT_TYPE,
    headers,
    body,
    timeoutMs,
    followRedirects: false,
  })
  const answer: [number, string] = result.answered ? [result.status, result.text] : [0, result.reason]
  note(world, delivery, { body, signature, at }, answer, fault)
  return answer[0]
}

function note(
  world: World,
  delivery: Delivery,
  sent: Signed & { at: number },
  [status, response]: [number, string],
  fault: Fault | null,
): void {
  const { endpoint, attempts, email } = delivery
  const attempt: Attempt = { ...sent, status, answer: response }
  attempts.push(attempt)
  const headers = { 'content-type': CONTENT_TYPE, 'user-agent': AGENT, 'stripe-signature': sent.signature }
  const about = {
    service: 'stripe-notify',
    at: new Date(sent.at).toISOString(),
    method: 'POST',
    url: endpoint.url,
    headers,
  }
  const rest = { mailbox: email, requestId: null, concurrency: 1, faults: fault ? [fault.id] : [] }
  world.journal.add({ ...about, body: sent.body, status, response, ...rest })
}

function tryLater(world: World, delivery: Delivery): void {
  const wait = world.stripe.settings.webhookRetrySeconds[delivery.tries++]
  if (wait === undefined) endDelivery(world, delivery, 'failed')
  else world.clock.after(wait * 1000, () => tryDelivery(world, delivery))
}

/** 2xx within the time: a redirect is a failure. */
function isGood(status: number): boolean {
  return status >= 200 && status < 300
}
