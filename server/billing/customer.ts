import type { Context, RemoteContext } from '../context.ts'
import { addressOfAccount } from '../db/account-address.ts'
import { fail } from '../errors.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { completeCatalogue } from './catalogue.ts'
import { awaitCustomer, billingCustomer, keepCustomer } from './customer-queries.ts'
import { syncHeld } from './sync-customer.ts'

/**
 * The person's customer at Stripe, made where there is none. To be called under `withBilling`.
 *
 * The row is written before Stripe is asked: whoever dies in between asks again with the same key, and gets the same customer.
 * One that was deleted at Stripe is replaced.
 */
export async function ensureCustomer(ctx: Context, stripe: StripeClient, userId: string): Promise<string> {
  const { mode } = stripe
  const row = await ctx.db.asService((tx) => billingCustomer(tx, userId))
  const isHere = row?.mode === mode
  if (isHere && row.stripe_customer_id !== null) {
    const there = await customerThere(ctx, stripe, userId)
    if (there !== null) return there
    // The sandbox that was started anew has forgotten our prices, too.
    if (mode === 'sandbox') await completeCatalogue(ctx, stripe, true)
  }
  const email = await ctx.db.asAccounts((tx) => addressOfAccount(tx, userId))
  if (email === null) fail('session_ended')
  const make = async (anew: boolean): Promise<string> => {
    const now = ctx.clock.now()
    const { generation } = await ctx.db.asService((tx) => awaitCustomer(tx, { userId, mode, replace: anew, now }))
    const { id } = await stripe.createCustomer({ email, userId }, `customer-create:${userId}:${generation}`)
    await ctx.db.asService((tx) => keepCustomer(tx, userId, id))
    return id
  }
  try {
    return await make(row !== null && !isHere)
  } catch (error) {
    // The key was used with the address of before, and that answer was lost: that customer has nothing, and nobody knows it.
    if (error instanceof StripeError && error.isKeyOfAnother) return make(true)
    throw error
  }
}

/** The person's customer where they have one in this world of Stripe's. */
export async function knownCustomer(
  ctx: Pick<Context, 'db'>,
  stripe: StripeClient,
  userId: string,
): Promise<string | null> {
  const row = await ctx.db.asService((tx) => billingCustomer(tx, userId))
  return row?.mode === stripe.mode ? row.stripe_customer_id : null
}

/**
 * The same, where Stripe still has them; else what they had is over, and written down. For who holds the person's lock.
 * @throws Failure `billing_unavailable` where this account of Stripe's has never had them: another one may still charge
 */
export async function customerThere(ctx: RemoteContext, stripe: StripeClient, userId: string): Promise<string | null> {
  const customerId = await knownCustomer(ctx, stripe, userId)
  if (customerId === null) return null
  const { state } = await stripe.findCustomer(customerId)
  if (state === 'there') return customerId
  await syncHeld(ctx, stripe, userId)
  if (state === 'unknown' && stripe.mode !== 'sandbox') fail('billing_unavailable')
  return null
}
