import type { StripeContext } from '../emit-event.ts'
import type { Invoice, ProrationBehavior, Subscription } from '../stripe-objects.ts'
import { fullPeriodLine } from './create-subscription.ts'
import { nowForCustomer } from './object-lookup.ts'
import { draftInvoice } from './invoice-lifecycle.ts'
import { changeSubscriptionItems, type ItemChange } from './change-subscription-items.ts'
import { prorationCredit, prorationDate } from './simulate-proration.ts'
import { itemsOfNextPeriod } from './renew-subscription.ts'

type PreviewDetails = {
  items?: readonly ItemChange[] | undefined
  proration_behavior?: ProrationBehavior | undefined
  proration_date?: number | undefined
  cancel_now?: boolean | undefined
  cancel_at_period_end?: boolean | undefined
}

/**
 * The invoice that an update would produce, with the same amounts as the update with the same `proration_date`: the
 * immediate one (`always_invoice`), or the next one. Stores nothing.
 */
export function previewInvoice(context: StripeContext, subscription: Subscription, details: PreviewDetails): Invoice {
  const { sandbox } = context
  const { proration_behavior: proration = 'create_prorations', items: changes = [] } = details
  const at = prorationDate(context, subscription, details.proration_date)
  const waiting = subscription.pending_lines
  if (details.cancel_now) {
    const credits = subscription.items.map((item) => prorationCredit(sandbox, subscription, item, at))
    const lines = proration === 'none' ? [] : credits.filter((line) => line !== null)
    return draftPreview(context, subscription, [...waiting, ...lines], nowForCustomer(sandbox, subscription.customer))
  }
  const { items, lines } = changeSubscriptionItems(sandbox, subscription, changes, {
    isBilled: proration !== 'none',
    at,
  })
  if (proration === 'always_invoice' && lines.length > 0) {
    return draftPreview(context, subscription, [...waiting, ...lines], nowForCustomer(sandbox, subscription.customer))
  }
  const ends = details.cancel_at_period_end ?? subscription.cancel_at !== null
  const next = ends ? [] : itemsOfNextPeriod(context, { ...subscription, items })
  const periods = next.map((item) => fullPeriodLine(sandbox, subscription.id, item))
  const end = Math.min(...subscription.items.map(({ current_period_end }) => current_period_end))
  return draftPreview(context, subscription, [...waiting, ...lines, ...periods], end)
}

function draftPreview(
  context: StripeContext,
  subscription: Subscription,
  lines: Invoice['lines'],
  created: number,
): Invoice {
  const invoice = draftInvoice(context, subscription, 'upcoming', lines)
  const { current_period_start: period_start = created } = subscription.items[0] ?? {}
  return { ...invoice, id: `upcoming_${invoice.id}`, created, period_start, period_end: created }
}
