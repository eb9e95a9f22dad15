import { z } from 'zod'

const customer = z.string().min(1)
const event = z.string().startsWith('evt_')

/** The body of `POST /control/stripe/events`. A customer is named by id or by e-mail address. */
export const Happening = z.discriminatedUnion('type', [
  /** The customer's next charges are refused, whatever the card. */
  z.strictObject({
    type: z.literal('payment_fails'),
    customer,
    reason: z
      .enum(['card_declined', 'insufficient_funds', 'expired_card', 'authentication_required'])
      .default('card_declined'),
    times: z.number().int().min(1).default(1),
  }),
  /** Another test card becomes the one that is charged, without a page. */
  z.strictObject({ type: z.literal('card'), customer, number: z.string() }),
  /** Time passes for this customer alone: to a date, or to the end of the period that ends next. */
  z.strictObject({ type: z.literal('advance'), customer, to: z.string().optional() }),
  /** The last charge is paid back, in full or in part (cents). */
  z.strictObject({ type: z.literal('refund'), customer, amount: z.number().int().min(1).optional() }),
  /** The card's owner disputes the last charge. */
  z.strictObject({ type: z.literal('dispute'), customer }),
  /** What became of a payment that took days (`delayedPayments`). */
  z.strictObject({ type: z.literal('async_payment'), session: z.string(), succeeded: z.boolean() }),
  /** Waits until all that is due was sent, and answered or given up. */
  z.strictObject({ type: z.literal('settle') }),
  z.strictObject({ type: z.literal('hold') }),
  z.strictObject({
    type: z.literal('release'),
    order: z.enum(['as-is', 'reverse', 'shuffle']).default('as-is'),
  }),
  /** Sends an event again to all endpoints that got it, with a fresh signature; several copies go at once. */
  z.strictObject({ type: z.literal('resend'), event, copies: z.number().int().min(1).max(20).default(1) }),
  /** Sends the last bytes of an event again, with the signature of then. */
  z.strictObject({ type: z.literal('replay'), event }),
  /** What was not sent yet of an event is never sent. */
  z.strictObject({ type: z.literal('drop'), event }),
  /** The API tells these fields of a subscription so, whatever is true: `{ status: 'frozen' }`. None: the truth again. */
  z.strictObject({
    type: z.literal('distort'),
    subscription: z.string(),
    fields: z.record(z.string(), z.unknown()),
  }),
  /** Any event at all, also one of a type that nobody knows. */
  z.strictObject({
    type: z.literal('emit'),
    event: z.string().min(3),
    object: z.looseObject({ object: z.string() }),
    previous: z.record(z.string(), z.unknown()).optional(),
  }),
])
export type Happening = z.infer<typeof Happening>
export type HappeningOf<T extends Happening['type']> = Extract<Happening, { type: T }>
