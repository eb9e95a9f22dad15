import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { ManageAddonsInput, ManageAddonsOutput } from '../../../contract/functions/billing.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import { computeAddonChange, matchesPendingUpdate, addsDiscontinuedAddon } from './addon-change.ts'
import { applySubscriptionChange } from './apply-subscription-change.ts'
import { ensureCatalogue } from '../catalogue/catalogue.ts'
import { findExistingCustomer } from '../entitlements/stripe-customer.ts'
import { completionUrl } from '../catalogue/billing-urls.ts'
import { readChangePrice, resolveProrationDate } from './proration.ts'
import { listAllAddonIds } from '../catalogue/plan-queries.ts'
import { pickBestSubscription } from '../entitlements/entitlements.ts'
import { handleBillingRequest } from '../customers/billing-lock.ts'

type Answer = z.input<typeof ManageAddonsOutput>

/** Changes the add-ons of a paid plan, or reads the price of the change. */
export const manageAddons = functionRoute('manage-addons', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: ManageAddonsInput,
  output: ManageAddonsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<Answer> {
    if (!input.addons.some(({ quantity }) => quantity > 0)) fail('no_addons_selected')
    const known = await ctx.db.asService(listAllAddonIds)
    if (input.addons.some(({ id, quantity }) => quantity > 0 && !known.includes(id))) fail('addon_not_found')
    return handleBillingRequest(ctx, { userId, failure: 'billing_unavailable' }, (stripe) =>
      manage(ctx, stripe, userId, input),
    )
  },
})

async function manage(ctx: Context, stripe: StripeClient, userId: string, input: ManageAddonsInput): Promise<Answer> {
  const customerId = (await findExistingCustomer(ctx, stripe, userId)) ?? fail('addons_need_paid_plan')
  const subscription = pickBestSubscription(await stripe.listSubscriptions(customerId))
  if (subscription?.status === 'past_due' || subscription?.status === 'unpaid')
    fail('addons_need_paid_plan', 'Please pay the open invoice first: choose Manage Subscription.')
  if (subscription?.status !== 'active') fail('addons_need_paid_plan')
  const catalogue = await ensureCatalogue(ctx, stripe)
  const { pendingUpdate, latestInvoice } = subscription
  if (pendingUpdate) {
    const isSame = !input.preview && matchesPendingUpdate(pendingUpdate.items, input.addons, catalogue)
    return isSame && latestInvoice?.url ? { url: latestInvoice.url } : fail('addon_change_pending')
  }
  if (addsDiscontinuedAddon(subscription.items, input.addons, catalogue))
    fail('addon_not_found', 'This add-on is no longer offered. It can be kept or removed, but no more of it added.')
  const change = computeAddonChange(subscription.items, input.addons, catalogue) ?? fail('no_changes')
  const prorationDate = resolveProrationDate(ctx, subscription, input.prorationDate)
  if (input.preview)
    return { preview: await readChangePrice(stripe, { customerId, subscription, prorationDate }, change, catalogue) }
  const planItem = subscription.items.find(({ priceId }) => catalogue.planOf.has(priceId))
  const planId = catalogue.planOf.get(planItem?.priceId ?? '') ?? fail('addons_need_paid_plan')
  const changeId = randomUUID()
  const request = { changeId, userId, cart: { planId, addons: input.addons }, prorationDate }
  const invoiceUrl = await applySubscriptionChange(ctx, stripe, subscription, change, request)
  return { url: invoiceUrl ?? completionUrl(ctx, 'addon_session_id', changeId) }
}
