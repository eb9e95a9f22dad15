import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { ManageAddonsInput, ManageAddonsOutput } from '../../contract/functions/billing.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { addonChange, isWaitingFor, raisesUnsold } from './addon-change.ts'
import { applyChange } from './apply-change.ts'
import { completeCatalogue } from './catalogue.ts'
import { customerThere } from './customer.ts'
import { doneUrl } from './paths.ts'
import { previewChange } from './preview-change.ts'
import { prorationMoment } from './proration-moment.ts'
import { addonsEverSold } from './queries.ts'
import { bestOf } from './rights.ts'
import { clickOnBilling } from './with-billing.ts'

type Answer = z.input<typeof ManageAddonsOutput>

/** Changes how many of each add-on a paid plan has, or says what that would cost (specification §4, §7). */
export const manageAddons = fn('manage-addons', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: ManageAddonsInput,
  output: ManageAddonsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<Answer> {
    if (!input.addons.some(({ quantity }) => quantity > 0)) fail('no_addons_selected')
    const known = await ctx.db.asService(addonsEverSold)
    if (input.addons.some(({ id, quantity }) => quantity > 0 && !known.includes(id))) fail('addon_not_found')
    return clickOnBilling(ctx, { userId, failure: 'billing_unavailable' }, (stripe) =>
      manage(ctx, stripe, userId, input),
    )
  },
})

async function manage(ctx: Context, stripe: StripeClient, userId: string, input: ManageAddonsInput): Promise<Answer> {
  const customerId = (await customerThere(ctx, stripe, userId)) ?? fail('addons_need_paid_plan')
  const subscription = bestOf(await stripe.subscriptionsOf(customerId))
  if (subscription?.status === 'past_due' || subscription?.status === 'unpaid')
    fail('addons_need_paid_plan', 'Please pay the open invoice first: choose Manage Subscription.')
  if (subscription?.status !== 'active') fail('addons_need_paid_plan')
  const catalogue = await completeCatalogue(ctx, stripe)
  const { pendingUpdate, latestInvoice } = subscription
  if (pendingUpdate) {
    const isSame = !input.preview && isWaitingFor(pendingUpdate.items, input.addons, catalogue)
    return isSame && latestInvoice?.url ? { url: latestInvoice.url } : fail('addon_change_pending')
  }
  if (raisesUnsold(subscription.items, input.addons, catalogue))
    fail('addon_not_found', 'This add-on is no longer offered. It can be kept or removed, but no more of it added.')
  const change = addonChange(subscription.items, input.addons, catalogue) ?? fail('no_changes')
  const prorationDate = prorationMoment(ctx, subscription, input.prorationDate)
  if (input.preview)
    return { preview: await previewChange(stripe, { customerId, subscription, prorationDate }, change, catalogue) }
  const planItem = subscription.items.find(({ priceId }) => catalogue.planOf.has(priceId))
  const planId = catalogue.planOf.get(planItem?.priceId ?? '') ?? fail('addons_need_paid_plan')
  const changeId = randomUUID()
  const wish = { changeId, userId, cart: { planId, addons: input.addons }, prorationDate }
  const page = await applyChange(ctx, stripe, subscription, change, wish)
  return { url: page ?? doneUrl(ctx, 'addon_session_id', changeId) }
}
