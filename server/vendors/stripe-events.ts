import { Stripe } from 'stripe'
import { z } from 'zod'
import { fromSeconds, toSeconds, type StripeCall } from './stripe-library.ts'

/** What we take of an event: whom it is about. What is true is read from Stripe. */
export interface StripeEvent {
  id: string
  type: string
  createdAt: Date
  apiVersion: string | null
  livemode: boolean
  customerId: string | null
  /** Of the object that it is about: a session, a subscription, an invoice … */
  objectId: string | null
}

export interface StripeEvents {
  /** Those of these types since then, newest first, at most `most`; Stripe keeps them for 30 days. */
  eventsSince(since: Date, types: readonly string[], most: number): Promise<StripeEvent[]>
}

export const stripeEvents = (call: StripeCall): StripeEvents => ({
  async eventsSince(since, types, most) {
    const found = await call((stripe) =>
      stripe.events
        .list({ created: { gte: toSeconds(since) }, types: [...types], limit: 100 })
        .autoPagingToArray({ limit: most }),
    )
    return found.flatMap((event) => readEvent(event) ?? [])
  },
})

const Id = z.string().max(255)
const Event = z.object({
  object: z.literal('event'),
  id: Id.min(1),
  type: z.string().max(100),
  created: z.number(),
  api_version: z.string().max(60).nullish(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: Id.nullish(),
      object: z.string().nullish(),
      customer: z.union([Id, z.object({ id: Id })]).nullish(),
    }),
  }),
})

function readEvent(value: unknown): StripeEvent | null {
  const parsed = Event.safeParse(value)
  if (!parsed.success) return null
  const { id, type, created, api_version, livemode, data } = parsed.data
  const { customer } = data.object
  const named = typeof customer === 'string' ? customer : (customer?.id ?? null)
  return {
    id,
    type,
    createdAt: fromSeconds(created),
    apiVersion: api_version ?? null,
    livemode,
    customerId: data.object.object === 'customer' ? (data.object.id ?? null) : named,
    objectId: data.object.id ?? null,
  }
}

/** How far the clock of a genuine notification may be off, either way. */
const toleranceSeconds = 300

/**
 * An event as it was posted, where the signature over these very bytes is good by one of the secrets and not old.
 * The library takes a moment in the future without limit, so that is looked at here (docs.stripe.com/webhooks/signature).
 * @returns null for whatever is not genuine or cannot be understood
 */
export function verifiedEvent(
  body: Buffer,
  header: string,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): StripeEvent | null {
  const moments = [...header.matchAll(/(?:^|,)t=(\d{1,15})(?=,|$)/g)].map(([, digits]) => Number(digits))
  const [moment, ...more] = moments
  if (moment === undefined || more.length > 0 || moment - toSeconds(now) > toleranceSeconds) return null
  for (const secret of secrets) {
    try {
      return readEvent(Stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, now.getTime()))
    } catch {
      // Another secret may fit, while it is being replaced.
    }
  }
  return null
}
