import type { Context, RemoteContext } from '../../context.ts'
import { accountEmail } from '../../shared/account-email.ts'
import { fail } from '../../errors.ts'
import { StripeError } from '../../vendors/stripe/stripe-error.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import { upsertBillingCustomer, findBillingCustomer, saveCustomerId } from '../customers/customer-queries.ts'
import { syncLockedCustomer } from './sync-customer.ts'

/**
 * Returns the user's Stripe customer and creates one if there is none or it was deleted at Stripe. Requires the
 * billing lock. The row is written before the request, so that a retry after a crash uses the same idempotency key and
 * gets the same customer.
 */
export async function ensureCustomer(ctx: Context, stripe: StripeClient, userId: string): Promise<string> {
  const { mode } = stripe
  const row = await ctx.db.asService((tx) => findBillingCustomer(tx, userId))
  const isSameMode = row?.mode === mode
  if (isSameMode && row.stripe_customer_id !== null) {
    const existing = await findExistingCustomer(ctx, stripe, userId)
    if (existing !== null) return existing
  }
  const email = await ctx.db.asAccounts((tx) => accountEmail(tx, userId))
  if (email === null) fail('session_ended')
  const create = async (replace: boolean): Promise<string> => {
    const now = ctx.clock.now()
    const { generation } = await ctx.db.asService((tx) => upsertBillingCustomer(tx, { userId, mode, replace, now }))
    const { id } = await stripe.createCustomer({ email, userId }, `customer-create:${userId}:${generation}`)
    await ctx.db.asService((tx) => saveCustomerId(tx, userId, id))
    return id
  }
  try {
    return await create(row !== null && !isSameMode)
  } catch (error) {
    // The key was used with the user's previous address and the response was lost. That customer is unused.
    if (error instanceof StripeError && error.isIdempotencyKeyReused) return create(true)
    throw error
  }
}

/** The stored customer id, if it belongs to the configured Stripe mode. */
export async function storedCustomerId(
  ctx: Pick<Context, 'db'>,
  stripe: StripeClient,
  userId: string,
): Promise<string | null> {
  const row = await ctx.db.asService((tx) => findBillingCustomer(tx, userId))
  return row?.mode === stripe.mode ? row.stripe_customer_id : null
}

/**
 * The stored customer id, if the customer exists at Stripe; otherwise syncs the loss and returns null. Requires the
 * billing lock.
 * @throws AppError `billing_unavailable` if this Stripe account never had the customer: another account may still
 * charge them
 */
export async function findExistingCustomer(
  ctx: RemoteContext,
  stripe: StripeClient,
  userId: string,
): Promise<string | null> {
  const customerId = await storedCustomerId(ctx, stripe, userId)
  if (customerId === null) return null
  const { state } = await stripe.findCustomer(customerId)
  if (state === 'there') return customerId
  await syncLockedCustomer(ctx, stripe, userId)
  if (state === 'unknown') fail('billing_unavailable')
  return null
}
