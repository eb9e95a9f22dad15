import { z } from 'zod'

const customer = z.string().min(1)
const event = z.string().startsWith('evt_')

/** The body of `POST /control/stripe/events`. A customer is named by id or email address. */
export const SimulatedEvent = z.discriminatedUnion('type', [
  /** Declines the customer's next charges, whatever the card. */
  z.strictObject({
    type: z.literal('payment_fails'),
    customer,
    reason: z
      .enum(['card_declined', 'insufficient_funds', 'expired_card', 'authentication_required'])
      .default('card_declined'),
    times: z.number().int().min(1).default(1),
  }),
  /** Makes another test card the default, without a page. */
  z.strictObject({ type: z.literal('card'), customer, number: z.string() }),
  /** Advances the time of this customer: to a date, or to the end of the period that ends next. */
  z.strictObject({ type: z.literal('advance'), customer, to: z.string().optional() }),
  /** Refunds the last charge, in full or in part (cents). */
  z.strictObject({ type: z.literal('refund'), customer, amount: z.number().int().min(1).optional() }),
  /** Opens a dispute of the last charge. */
  z.strictObject({ type: z.literal('dispute'), customer }),
  /** Completes an asynchronous payment (`delayedPayments`). */
  z.strictObject({ type: z.literal('async_payment'), session: z.string(), succeeded: z.boolean() }),
  /** Waits until all due deliveries were sent, and answered or timed out. */
  z.strictObject({ type: z.literal('settle') }),
  z.strictObject({ type: z.literal('hold') }),
  z.strictObject({
    type: z.literal('release'),
    order: z.enum(['as-is', 'reverse', 'shuffle']).default('as-is'),
  }),
  /** Sends an event again to all its endpoints, with a fresh signature; several copies are sent concurrently. */
  z.strictObject({ type: z.literal('resend'), event, copies: z.number().int().min(1).max(20).default(1) }),
  /** Sends the last bytes of an event again, with their old signature. */
  z.strictObject({ type: z.literal('replay'), event }),
  /** Drops the deliveries of an event that were not sent yet. */
  z.strictObject({ type: z.literal('drop'), event }),
  /**
   * Overrides fields of a subscription in API responses: `{ status: 'frozen' }`. An empty object removes the overrides.
   */
  z.strictObject({
    type: z.literal('distort'),
    subscription: z.string(),
    fields: z.record(z.string(), z.unknown()),
  }),
  /** Emits any event, also of an unknown type. */
  z.strictObject({
    type: z.literal('emit'),
    event: z.string().min(3),
    object: z.looseObject({ object: z.string() }),
    previous: z.record(z.string(), z.unknown()).optional(),
  }),
])
export type SimulatedEvent = z.infer<typeof SimulatedEvent>
export type SimulatedEventOf<T extends SimulatedEvent['type']> = Extract<SimulatedEvent, { type: T }>
