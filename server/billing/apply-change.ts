import { hours, later } from '../clock.ts'
import type { RemoteContext } from '../context.ts'
import { fail } from '../errors.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import type { StripeSubscription } from '../vendors/stripe-subscriptions.ts'
import { addAttempt, endAttempt, type Cart } from './attempt-queries.ts'
import type { AddonChange } from './addon-change.ts'
import { syncHeld } from './sync-customer.ts'
import { changing } from './with-billing.ts'

/** Stripe gives up a change that is not paid after 23 hours. */
const pendingMs = hours(23)

interface Wish {
  changeId: string
  userId: string
  cart: Cart
  prorationDate: Date
}

/**
 * Changes the items of a subscription. What costs more is charged to the saved card at once, and holds only when it is paid; what costs less is
 * credited on the next invoice (decision 13). Then Stripe is read.
 * @returns the address of Stripe's page where the bank, or the card, asks for something; null where it is done
 */
export async function applyChange(
  ctx: RemoteContext,
  stripe: StripeClient,
  subscription: StripeSubscription,
  change: AddonChange,
  wish: Wish,
): Promise<string | null> {
  const { changeId, userId, cart, prorationDate } = wish
  const now = ctx.clock.now()
  const expiresAt = later(now, pendingMs)
  await ctx.db.asService((tx) => addAttempt(tx, { id: changeId, userId, kind: 'addons', cart, expiresAt, now }))
  const ask = (items: AddonChange['rest'], bill: 'charge' | 'later', step: string) =>
    stripe.changeSubscription(subscription.id, { items, bill, prorationDate, changeId }, `addons:${changeId}${step}`)
  try {
    const { pendingUpdate, latestInvoice } = await changing(async () => {
      const { removals, rest, difference } = change
      const changed = difference <= 0 ? await ask([...removals, ...rest], 'later', '') : await charge(change, ask)
      await syncHeld(ctx, stripe, userId)
      return changed
    })
    if (!pendingUpdate) await ctx.db.asService((tx) => endAttempt(tx, changeId, 'done'))
    ctx.events.addonsChanged({ userId, changeId, outcome: pendingUpdate ? 'pending' : 'done' })
    return pendingUpdate ? (latestInvoice?.url ?? fail('addon_change_pending')) : null
  } catch (error) {
    if (error instanceof StripeError) await ctx.db.asService((tx) => endAttempt(tx, changeId, 'failed'))
    throw error
  }
}

/** Removals go first, so that their credit is in the sum that is charged; where the rest is refused, they are taken back at the same moment's price. */
async function charge(
  { removals, rest, undo }: AddonChange,
  ask: (items: AddonChange['rest'], bill: 'charge' | 'later', step: string) => Promise<StripeSubscription>,
): Promise<StripeSubscription> {
  if (removals.length > 0) await ask(removals, 'later', ':out')
  try {
    return await ask(rest, 'charge', '')
  } catch (error) {
    if (undo.length > 0 && error instanceof StripeError && !error.transient)
      await takeBack(() => ask(undo, 'later', ':back'))
    throw error
  }
}

async function takeBack(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof StripeError ? error.inDoubt() : error
  }
}
