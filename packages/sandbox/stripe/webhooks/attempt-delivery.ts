import type { Fault } from '../../kit/faults.ts'
import { post } from '../../kit/post.ts'
import type { StripeSandbox } from '../stripe-state.ts'
import type { WebhookEndpoint } from '../stripe-objects.ts'
import type { Attempt, Delivery } from './webhook-state.ts'
import { type SignedWebhook, signWebhook } from './tamper-with-webhook.ts'

const CONTENT_TYPE = 'application/json; charset=utf-8'
const USER_AGENT = 'Stripe/1.0 (sandbox)'

/**
 * Sends a delivery after the earlier ones of its endpoint, and schedules a retry if it fails. Resolves after the
 * attempt.
 */
export async function attemptDelivery(sandbox: StripeSandbox, delivery: Delivery): Promise<void> {
  const { endpoint, eventType, email } = delivery
  const path = `${endpoint.url} ${eventType}`
  const fault = sandbox.faults.consume({ service: 'stripe-notify', method: 'POST', path, mailbox: email })
  if (fault?.drop && fault.when === 'before') {
    endDelivery(sandbox, delivery, 'dropped')
    return
  }
  const run = () => runInEndpointQueue(sandbox, endpoint, () => attemptNow(sandbox, delivery, fault))
  if (fault?.delayMs) sandbox.clock.after(fault.delayMs, run)
  else await run()
}

function runInEndpointQueue(
  { stripe: { webhooks } }: StripeSandbox,
  endpoint: WebhookEndpoint,
  run: () => Promise<void>,
): Promise<void> {
  const turn = (webhooks.queues.get(endpoint) ?? Promise.resolve()).then(run)
  webhooks.queues.set(endpoint, turn)
  return turn
}

async function attemptNow(sandbox: StripeSandbox, delivery: Delivery, fault: Fault | null): Promise<void> {
  const { endpoint } = delivery
  if (delivery.state !== 'waiting') return
  const isGone = sandbox.stripe.webhook_endpoints.get(endpoint.id) !== endpoint || endpoint.status === 'disabled'
  if (isGone) {
    endDelivery(sandbox, delivery, 'failed')
    return
  }
  const statuses = await postWithFault(sandbox, delivery, fault)
  if (statuses.some(isSuccess)) endDelivery(sandbox, delivery, 'delivered')
  else scheduleRetry(sandbox, delivery)
}

/** Ends a delivery and decrements the event's `pending_webhooks`. */
export function endDelivery(
  { stripe }: StripeSandbox,
  delivery: Delivery,
  state: 'delivered' | 'failed' | 'dropped',
): void {
  delivery.state = state
  const event = stripe.events.get(delivery.eventId)
  if (event) event.pending_webhooks--
}

/** Statuses that decide the delivery: a fault's status replaces the endpoint's. */
async function postWithFault(sandbox: StripeSandbox, delivery: Delivery, fault: Fault | null): Promise<number[]> {
  const faultStatus = fault?.drop ? 0 : fault?.status
  if (fault && faultStatus !== undefined && fault.when === 'before') {
    const at = sandbox.clock.now()
    recordAttempt(
      sandbox,
      delivery,
      { ...signWebhook(fault, delivery.body, delivery.endpoint.secrets, at), at },
      [faultStatus, NOT_SENT_REASON],
      fault,
    )
    return [faultStatus]
  }
  const copies = fault?.duplicate === true ? 2 : 1 + Number(fault?.duplicate ?? 0)
  const statuses = await Promise.all(Array.from({ length: copies }, () => postDelivery(sandbox, delivery, fault)))
  return faultStatus === undefined ? statuses : [faultStatus]
}

const NOT_SENT_REASON = 'not sent: a fault'

/** Posts a delivery once, outside of the queue, in any state. @returns the status, 0 without a response */
export async function postDelivery(
  sandbox: StripeSandbox,
  delivery: Delivery,
  fault: Fault | null = null,
): Promise<number> {
  const now = sandbox.clock.now()
  return postSigned(sandbox, delivery, signWebhook(fault, delivery.body, delivery.endpoint.secrets, now), fault)
}

/** Posts this body with this signature. @returns the status, 0 without a response */
export async function postSigned(
  sandbox: StripeSandbox,
  delivery: Delivery,
  { body, signature }: SignedWebhook,
  fault: Fault | null = null,
): Promise<number> {
  const at = sandbox.clock.now()
  const { webhookTimeoutMs: timeoutMs } = sandbox.stripe.settings
  const headers = { 'User-Agent': USER_AGENT, ...(signature === '' ? {} : { 'Stripe-Signature': signature }) }
  const result = await post(delivery.endpoint.url, {
    contentType: CONTENT_TYPE,
    headers,
    body,
    timeoutMs,
    followRedirects: false,
  })
  const answer: [number, string] = result.responded ? [result.status, result.text] : [0, result.reason]
  recordAttempt(sandbox, delivery, { body, signature, at }, answer, fault)
  return answer[0]
}

function recordAttempt(
  sandbox: StripeSandbox,
  delivery: Delivery,
  sent: SignedWebhook & { at: number },
  [status, response]: [number, string],
  fault: Fault | null,
): void {
  const { endpoint, attempts, email } = delivery
  const attempt: Attempt = { ...sent, status, answer: response }
  attempts.push(attempt)
  const headers = { 'content-type': CONTENT_TYPE, 'user-agent': USER_AGENT, 'stripe-signature': sent.signature }
  const about = {
    service: 'stripe-notify',
    at: new Date(sent.at).toISOString(),
    method: 'POST',
    url: endpoint.url,
    headers,
  }
  const rest = { mailbox: email, requestId: null, concurrency: 1, faults: fault ? [fault.id] : [] }
  sandbox.journal.add({ ...about, body: sent.body, status, response, ...rest })
}

function scheduleRetry(sandbox: StripeSandbox, delivery: Delivery): void {
  const wait = sandbox.stripe.settings.webhookRetrySeconds[delivery.tries++]
  if (wait === undefined) endDelivery(sandbox, delivery, 'failed')
  else sandbox.clock.after(wait * 1000, () => attemptDelivery(sandbox, delivery))
}

/** 2xx; a redirect is a failure. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
