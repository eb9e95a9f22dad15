import { randomUUID } from 'node:crypto'
import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import {
  insertCheckoutAttempt,
  findCheckoutAttempt,
  finishCheckoutAttempt,
  saveCheckoutSession,
  type Cart,
} from './checkout-attempt-queries.ts'
import { ensureCatalogue, type Catalogue } from '../catalogue/catalogue.ts'
import { expireCheckoutSession } from '../entitlements/cancel-at-stripe.ts'
import { stripeReturnPath } from '../catalogue/billing-urls.ts'

/** Stripe accepts 30 minutes to 24 hours; prices are not guaranteed for longer than this. */
const checkoutSessionLifetimeMs = 60 * 60_000

interface CheckoutCustomer {
  userId: string
  customerId: string
}

/**
 * Returns the open checkout session of the cart, or creates one. Sessions of other carts are expired first, so that no
 * forgotten tab can buy a second time. The attempt is stored before the request, and its id is the idempotency key.
 */
export async function openCheckoutSession(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'events'>,
  stripe: StripeClient,
  buyer: CheckoutCustomer,
  cart: Cart,
): Promise<{ url: string; sessionId: string }> {
  const open = await reuseOpenSession(ctx, stripe, buyer, cart)
  return open ?? createSession(ctx, stripe, buyer, cart, await ensureCatalogue(ctx, stripe))
}

async function reuseOpenSession(
  ctx: Pick<Context, 'db'>,
  stripe: StripeClient,
  { userId, customerId }: CheckoutCustomer,
  cart: Cart,
) {
  let found: { url: string; sessionId: string } | null = null
  for (const { id, url, attemptId } of await stripe.listOpenCheckoutSessions(customerId)) {
    const attempt =
      attemptId === null ? null : await ctx.db.asService((tx) => findCheckoutAttempt(tx, userId, attemptId))
    if (!found && url !== null && attempt && isSameCart(attempt.cart, cart)) {
      // The response that created the session may have been lost.
      if (attempt.stripe_session_id === null) await ctx.db.asService((tx) => saveCheckoutSession(tx, attempt.id, id))
      found = { url, sessionId: id }
    } else {
      await expireCheckoutSession(stripe, id)
      if (attempt) await ctx.db.asService((tx) => finishCheckoutAttempt(tx, attempt.id, 'expired'))
    }
  }
  return found
}

async function createSession(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'events'>,
  stripe: StripeClient,
  buyer: CheckoutCustomer,
  cart: Cart,
  catalogue: Catalogue,
) {
  const { userId, customerId } = buyer
  const now = ctx.clock.now()
  const [id, expiresAt] = [randomUUID(), addMs(now, checkoutSessionLifetimeMs)]
  await ctx.db.asService((tx) => insertCheckoutAttempt(tx, { id, userId, kind: 'plan', cart, expiresAt, now }))
  try {
    const session = await stripe.createCheckoutSession(
      {
        customerId,
        userId,
        attemptId: id,
        lines: [{ id: cart.planId, quantity: 1 }, ...cart.addons].map((line) => ({
          priceId: catalogue.priceOf.get(line.id) ?? '',
          quantity: line.quantity,
        })),
        // Not built by URLSearchParams, which would encode the placeholder that Stripe replaces.
        successUrl: `${ctx.config.publicUrl}${stripeReturnPath}?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${ctx.config.publicUrl}/subscription?canceled=true`,
        expiresAt,
      },
      `checkout:${id}`,
    )
    await ctx.db.asService((tx) => saveCheckoutSession(tx, id, session.id))
    ctx.events.checkoutStarted({ userId, attemptId: id })
    return { url: session.url ?? fail('checkout_failed'), sessionId: session.id }
  } catch (error) {
    if (error instanceof VendorError) await ctx.db.asService((tx) => finishCheckoutAttempt(tx, id, 'failed'))
    throw error
  }
}

/** Add-ons are sorted; only the order of the keys differs in the stored JSON. */
const isSameCart = (stored: unknown, cart: Cart): boolean => canonicalJson(stored) === canonicalJson(cart)

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))
  return `{${entries.map(([key, inner]) => `${key}:${canonicalJson(inner)}`).join()}}`
}
