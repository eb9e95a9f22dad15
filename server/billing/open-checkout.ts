import { randomUUID } from 'node:crypto'
import { hours, later } from '../clock.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { addAttempt, attemptById, endAttempt, keepSession, type Cart } from './attempt-queries.ts'
import { completeCatalogue, type Catalogue } from './catalogue.ts'
import { endCheckout } from './end-at-stripe.ts'
import { returnPath } from './paths.ts'

/** Stripe takes half an hour to a day; prices are not held for longer than this. */
const openMs = hours(1)

interface Buyer {
  userId: string
  customerId: string
}

/**
 * A page of Stripe's on which the cart is paid: the one that is open for this very cart, else a new one. Those for other carts are ended first,
 * so that no forgotten tab can buy a second time. The attempt is written before Stripe is asked, and its id is the key of the request.
 */
export async function openCheckout(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'events'>,
  stripe: StripeClient,
  buyer: Buyer,
  cart: Cart,
): Promise<{ url: string; sessionId: string }> {
  const open = await reuse(ctx, stripe, buyer, cart)
  if (open) return open
  try {
    return await create(ctx, stripe, buyer, cart, await completeCatalogue(ctx, stripe))
  } catch (error) {
    if (!(error instanceof StripeError && error.isMissing && stripe.mode === 'sandbox')) throw error
    // The sandbox was started anew, and has forgotten our prices.
    return create(ctx, stripe, buyer, cart, await completeCatalogue(ctx, stripe, true))
  }
}

async function reuse(ctx: Pick<Context, 'db'>, stripe: StripeClient, { userId, customerId }: Buyer, cart: Cart) {
  let found: { url: string; sessionId: string } | null = null
  for (const { id, url, attemptId } of await stripe.openCheckouts(customerId)) {
    const attempt = attemptId === null ? null : await ctx.db.asService((tx) => attemptById(tx, userId, attemptId))
    if (!found && url !== null && attempt && isSameCart(attempt.cart, cart)) {
      // Its answer may have been lost when it was made.
      if (attempt.stripe_session_id === null) await ctx.db.asService((tx) => keepSession(tx, attempt.id, id))
      found = { url, sessionId: id }
    } else {
      await endCheckout(stripe, id)
      if (attempt) await ctx.db.asService((tx) => endAttempt(tx, attempt.id, 'expired'))
    }
  }
  return found
}

async function create(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'events'>,
  stripe: StripeClient,
  buyer: Buyer,
  cart: Cart,
  catalogue: Catalogue,
) {
  const { userId, customerId } = buyer
  const now = ctx.clock.now()
  const [id, expiresAt] = [randomUUID(), later(now, openMs)]
  await ctx.db.asService((tx) => addAttempt(tx, { id, userId, kind: 'plan', cart, expiresAt, now }))
  try {
    const session = await stripe.createCheckout(
      {
        customerId,
        userId,
        attemptId: id,
        lines: [{ id: cart.planId, quantity: 1 }, ...cart.addons].map((line) => ({
          priceId: catalogue.priceOf.get(line.id) ?? '',
          quantity: line.quantity,
        })),
        // Written by hand: Stripe fills the braces in, and they must reach it as they are.
        successUrl: `${ctx.config.publicUrl}${returnPath}?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${ctx.config.publicUrl}/subscription?canceled=true`,
        expiresAt,
      },
      `checkout:${id}`,
    )
    await ctx.db.asService((tx) => keepSession(tx, id, session.id))
    ctx.events.checkoutStarted({ userId, attemptId: id })
    return { url: session.url ?? fail('checkout_failed'), sessionId: session.id }
  } catch (error) {
    if (error instanceof StripeError) await ctx.db.asService((tx) => endAttempt(tx, id, 'failed'))
    throw error
  }
}

/** Add-ons come sorted, so the same cart is the same text, but for the order in which the database keeps its keys. */
const isSameCart = (stored: unknown, cart: Cart): boolean => textOf(stored) === textOf(cart)

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))
  return `{${entries.map(([key, inner]) => `${key}:${textOf(inner)}`).join()}}`
}
