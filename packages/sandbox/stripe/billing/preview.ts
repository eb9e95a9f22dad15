import type { Context } from '../events.ts'
import type { Invoice, Subscription } from '../model.ts'
import { periodLine } from './create-subscription.ts'
import { nowFor } from './find.ts'
import { draftInvoice } from './invoices.ts'
import { changeItems, type ItemChange } from './items.ts'
import { creditLine } from './proration.ts'
import { nextItems } from './renew.ts'
import { type ProrationBehavior, prorationDate } from './update-subscription.ts'

export type PreviewDetails = {
  items?: readonly ItemChange[] | undefined
  proration_behavior?: ProrationBehavior | undefined
  proration_date?: number | undefined
  cancel_now?: boolean | undefined
  cancel_at_period_end?: boolean | undefined
}

/**
 * The invoice that a change would bring, with the same cents as the change of the same `proration_date`: the one made at once
 * (`always_invoice`), or the next one. Stores nothing.
 */
export function previewInvoice(context: Context, subscription: Subscription, details: PreviewDetails): Invoice {
  const { world } = context
  const { proration_behavior: proration = 'create_prorations', items: changes = [] } = details
  const at = prorationDate(context, subscription, details.proration_date)
  const waiting = subscription.pending_lines
  if (details.cancel_now) {
    const credits = subscription.items.map((item) => creditLine(world, subscription, item, at))
    const lines = proration === 'none' ? [] : credits.filter((line) => line !== null)
    return preview(context, subscription, [...waiting, ...lines], nowFor(world, subscription.customer))
  }
  const { items, lines } = changeItems(world, subscription, changes, { billed: proration !== 'none', at })
  if (proration === 'always_invoice' && lines.length > 0) {
    return preview(context, subscription, [...waiting, ...lines], nowFor(world, subscription.customer))
  }
  const ends = details.cancel_at_period_end ?? subscription.cancel_at !== null
  const next = ends ? [] : nextItems(context, { ...subscription, items })
  const periods = next.map((item) => periodLine(world, subscription.id, item))
  const end = Math.min(...subscription.items.map(({ current_period_end }) => current_period_end))
  return preview(context, subscription, [...waiting, ...lines, ...periods], end)
}

function preview(context: Context, subscription: Subscription, lines: Invoice['lines'], created: number): Invoice {
  const invoice = draftInvoice(context, subscription, 'upcoming', lines)
  const { current_period_start: period_start = created } = subscription.items[0] ?? {}
  return { ...invoice, id: `upcoming_${invoice.id}`, created, period_start, period_end: created }
}
