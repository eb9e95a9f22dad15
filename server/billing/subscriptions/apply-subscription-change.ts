import { addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { fail } from '../../errors.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { withUnknownOutcome } from '../../vendors/stripe/stripe-error.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import type { StripeSubscription } from '../../vendors/stripe/stripe-subscriptions.ts'
import { insertCheckoutAttempt, finishCheckoutAttempt, type Cart } from './checkout-attempt-queries.ts'
import type { SubscriptionItemsChange } from './addon-change.ts'
import { syncLockedCustomer } from '../entitlements/sync-customer.ts'
import { trackUnknownOutcome } from '../customers/billing-lock.ts'

/** Stripe ends a pending update after this time (docs.stripe.com/billing/subscriptions/pending-updates). */
const pendingUpdateLifetimeMs = 23 * 60 * 60_000

interface ChangeRequest {
  changeId: string
  userId: string
  cart: Cart
  prorationDate: Date
}

/**
 * Changes the items of a subscription and syncs. An increase is charged to the saved card immediately and applies only
 * when paid; a decrease is credited on the next invoice.
 * @returns the URL of the invoice if the payment needs the user's action; null if the change has been applied
 */
export async function applySubscriptionChange(
  ctx: RemoteContext,
  stripe: StripeClient,
  subscription: StripeSubscription,
  change: SubscriptionItemsChange,
  request: ChangeRequest,
): Promise<string | null> {
  const { changeId, userId, cart, prorationDate } = request
  const now = ctx.clock.now()
  const expiresAt = addMs(now, pendingUpdateLifetimeMs)
  await ctx.db.asService((tx) =>
    insertCheckoutAttempt(tx, { id: changeId, userId, kind: 'addons', cart, expiresAt, now }),
  )
  const update = (items: SubscriptionItemsChange['rest'], bill: 'charge' | 'later', step: string) =>
    stripe.changeSubscription(subscription.id, { items, bill, prorationDate, changeId }, `addons:${changeId}${step}`)
  try {
    const { pendingUpdate, latestInvoice } = await trackUnknownOutcome(async () => {
      const { removals, rest, difference } = change
      const changed =
        difference <= 0 ? await update([...removals, ...rest], 'later', '') : await chargeForChange(change, update)
      await syncLockedCustomer(ctx, stripe, userId)
      return changed
    })
    if (!pendingUpdate) await ctx.db.asService((tx) => finishCheckoutAttempt(tx, changeId, 'done'))
    ctx.events.addonsChanged({ userId, changeId, outcome: pendingUpdate ? 'pending' : 'done' })
    return pendingUpdate ? (latestInvoice?.url ?? fail('addon_change_pending')) : null
  } catch (error) {
    if (error instanceof VendorError) await ctx.db.asService((tx) => finishCheckoutAttempt(tx, changeId, 'failed'))
    throw error
  }
}

/**
 * Removes items first, so that their credit reduces the charge. If the charge is declined, they are added again at the
 * same date.
 */
async function chargeForChange(
  { removals, rest, undo }: SubscriptionItemsChange,
  update: (
    items: SubscriptionItemsChange['rest'],
    bill: 'charge' | 'later',
    step: string,
  ) => Promise<StripeSubscription>,
): Promise<StripeSubscription> {
  if (removals.length > 0) await update(removals, 'later', ':out')
  try {
    return await update(rest, 'charge', '')
  } catch (error) {
    if (undo.length > 0 && error instanceof VendorError && !error.transient)
      await revertRemovals(() => update(undo, 'later', ':back'))
    throw error
  }
}

async function revertRemovals(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof VendorError ? withUnknownOutcome(error) : error
  }
}
