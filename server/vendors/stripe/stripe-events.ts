import type { Stripe } from 'stripe'
import { z } from 'zod'
import { StripeError, type SdkErrors } from './stripe-error.ts'
import { fromSeconds, toSeconds, type StripeCall } from './stripe-sdk.ts'
import { stripePageSize, externalIdMaxLength } from '../limits.ts'

/** Stripe's default tolerance for the timestamp of a signature (docs.stripe.com/webhooks/signature). */
const stripeSignatureToleranceSeconds = 300
const stripeEventTypeMaxLength = 100
const stripeVersionMaxLength = 60

/** What is read of an event: its customer and object. Their state is read from the API, not from the event. */
export interface StripeEvent {
  id: string
  type: string
  createdAt: Date
  apiVersion: string | null
  livemode: boolean
  customerId: string | null
  /** Id of the event's object: a checkout session, a subscription, an invoice … */
  objectId: string | null
}

export interface StripeEvents {
  /** Lists events of these types, newest first; Stripe keeps events for 30 days. */
  listEventsSince(since: Date, types: readonly string[], max: number): Promise<StripeEvent[]>
}

export const stripeEvents = (call: StripeCall): StripeEvents => ({
  async listEventsSince(since, types, max) {
    const found = await call((stripe, errors) =>
      stripe.events
        .list({ created: { gte: toSeconds(since) }, types: [...types], limit: stripePageSize })
        .autoPagingToArray({ limit: max })
        .catch((error: unknown) => toListError(error, errors)),
    )
    return found.flatMap((event) => parseEvent(event) ?? [])
  },
})

/** For a page that is no list, the SDK throws a plain error. */
function toListError(error: unknown, errors: SdkErrors): never {
  throw error instanceof errors.StripeError ? error : new StripeError(0, 'unreadable_answer')
}

const Id = z.string().max(externalIdMaxLength)
const Event = z.object({
  object: z.literal('event'),
  id: Id.min(1),
  type: z.string().max(stripeEventTypeMaxLength),
  created: z.number(),
  api_version: z.string().max(stripeVersionMaxLength).nullish(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: Id.nullish(),
      object: z.string().nullish(),
      customer: z.union([Id, z.object({ id: Id })]).nullish(),
    }),
  }),
})

function parseEvent(value: unknown): StripeEvent | null {
  const parsed = Event.safeParse(value)
  if (!parsed.success) return null
  const { id, type, created, api_version, livemode, data } = parsed.data
  const { customer } = data.object
  const customerIdOfObject = typeof customer === 'string' ? customer : (customer?.id ?? null)
  return {
    id,
    type,
    createdAt: fromSeconds(created),
    apiVersion: api_version ?? null,
    livemode,
    customerId: data.object.object === 'customer' ? (data.object.id ?? null) : customerIdOfObject,
    objectId: data.object.id ?? null,
  }
}

/**
 * Verifies the signature of a webhook's raw body and parses the event (docs.stripe.com/webhooks/signature).
 * The SDK accepts any timestamp in the future, so it is checked here.
 * @returns null if the signature is invalid or expired, or the body is no event
 */
export function verifyStripeEvent(
  webhooks: typeof Stripe.webhooks,
  body: Buffer,
  header: string,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): StripeEvent | null {
  const timestamps = [...header.matchAll(/(?:^|,)t=(\d{1,15})(?=,|$)/g)].map(([, digits]) => Number(digits))
  const [timestamp, ...others] = timestamps
  if (timestamp === undefined || others.length > 0 || timestamp - toSeconds(now) > stripeSignatureToleranceSeconds)
    return null
  for (const secret of secrets) {
    try {
      return parseEvent(
        webhooks.constructEvent(body, header, secret, stripeSignatureToleranceSeconds, undefined, now.getTime()),
      )
    } catch {
      // While a secret is rolled, the other one may match.
    }
  }
  return null
}
