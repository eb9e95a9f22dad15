import { changesOf, type Context, emit } from '../events.ts'
import type { Customer, Invoice, Subscription } from '../model.ts'
import { renderInvoice } from '../render-invoice.ts'
import { renderCustomer, renderSubscription } from '../render.ts'
import { nowFor } from './find.ts'

/** Changes a subscription and tells it as `customer.subscription.updated`, where the change shows. */
export function changeSubscription(context: Context, subscription: Subscription, change: () => void): void {
  const before = renderSubscription(context.world, subscription)
  change()
  const after = renderSubscription(context.world, subscription)
  const previous = changesOf(before, after)
  if (Object.keys(previous).length === 0) return
  const now = nowFor(context.world, subscription.customer)
  emit(context, 'customer.subscription.updated', after, { now, previous })
}

export function tellSubscription(context: Context, type: string, subscription: Subscription): void {
  const object = renderSubscription(context.world, subscription)
  emit(context, `customer.subscription.${type}`, object, { now: nowFor(context.world, subscription.customer) })
}

export function tellInvoice(context: Context, type: string, invoice: Invoice): void {
  const object = renderInvoice(context.world, invoice)
  emit(context, `invoice.${type}`, object, { now: nowFor(context.world, invoice.customer) })
}

export function changeCustomer(context: Context, customer: Customer, change: () => void): void {
  const before = renderCustomer(customer)
  change()
  const after = renderCustomer(customer)
  const previous = changesOf(before, after)
  if (Object.keys(previous).length === 0) return
  emit(context, 'customer.updated', after, { now: nowFor(context.world, customer.id), previous })
}
