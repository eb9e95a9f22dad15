import type { ChangePreview } from '../../contract/functions/billing.ts'
import { toSeconds } from '../vendors/stripe-library.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import type { StripeSubscription } from '../vendors/stripe-subscriptions.ts'
import type { AddonChange } from './addon-change.ts'
import type { Catalogue } from './catalogue.ts'

/** What Stripe would charge now, or credit, for a change that is made for the same moment. Nothing is changed by it. @throws StripeError */
export async function previewChange(
  stripe: StripeClient,
  at: { customerId: string; subscription: StripeSubscription; prorationDate: Date },
  { removals, rest, difference }: AddonChange,
  { amountOf }: Pick<Catalogue, 'amountOf'>,
): Promise<ChangePreview> {
  const { customerId, subscription, prorationDate } = at
  const items = [...removals, ...rest]
  const asked = await stripe.previewChange({ customerId, subscriptionId: subscription.id }, { items, prorationDate })
  const now = subscription.items.reduce((sum, item) => sum + (amountOf.get(item.priceId) ?? 0) * item.quantity, 0)
  return {
    dueNow: difference > 0 ? asked.amountDue : 0,
    credit: difference > 0 ? 0 : Math.max(0, -asked.prorated),
    monthly: now + difference,
    prorationDate: toSeconds(prorationDate),
  }
}
