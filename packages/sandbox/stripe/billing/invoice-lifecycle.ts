import type { StripeContext } from '../emit-event.ts'
import type { BillingReason, Customer, Invoice, InvoiceLine, Subscription } from '../stripe-objects.ts'
import { newId } from '../stripe-state.ts'
import { changeCustomerAndEmit, emitInvoiceEvent } from './emit-changes.ts'
import { getCustomer, nowForCustomer } from './object-lookup.ts'

/**
 * Stripe's minimum charge is $0.50 (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). A smaller
 * amount is added to the balance.
 */
const MIN_CHARGE_CENTS = 50

/**
 * Builds an invoice from lines without storing it. The amount due follows from the lines and the customer's balance.
 */
export function draftInvoice(
  { sandbox }: StripeContext,
  subscription: Subscription,
  billing_reason: BillingReason,
  lines: InvoiceLine[],
): Invoice {
  const customer = getCustomer(sandbox, subscription.customer)
  const now = nowForCustomer(sandbox, customer.id)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  return {
    id: newId(sandbox.stripe, 'in'),
    created: now,
    number: null,
    customer: customer.id,
    subscription: subscription.id,
    subscription_metadata: { ...subscription.metadata },
    currency: subscription.currency,
    billing_reason,
    status: 'draft',
    auto_advance: true,
    lines,
    subtotal: total,
    total,
    ...balanceAndAmountDue(customer, total),
    amount_paid: 0,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    period_start: now,
    period_end: now,
    metadata: {},
    payment_intent: null,
    paid_at: null,
    finalized_at: null,
    voided_at: null,
    pendingLineIds: subscription.pending_lines.map(({ id }) => id),
  }
}

/** Uses up credit first. The rest of the credit, or of a negative total, stays on the balance. */
function balanceAndAmountDue({ balance }: Customer, total: number) {
  const sum = total + balance
  const amount_due = sum < MIN_CHARGE_CENTS ? 0 : sum
  return { starting_balance: balance, amount_due, ending_balance: sum - amount_due }
}

/** Makes the draft an open invoice: assigns its number, updates the balance, and removes the pending lines. */
export function finalizeInvoice(context: StripeContext, subscription: Subscription, invoice: Invoice): void {
  const { sandbox } = context
  const customer = getCustomer(sandbox, invoice.customer)
  subscription.pending_lines = []
  sandbox.stripe.invoices.set(invoice.id, invoice)
  emitInvoiceEvent(context, 'created', invoice)
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  invoice.status = 'open'
  invoice.finalized_at = nowForCustomer(sandbox, customer.id)
  customer.next_invoice_sequence++
  customer.currency ??= invoice.currency
  changeCustomerAndEmit(context, customer, () => {
    customer.balance = invoice.ending_balance ?? 0
  })
  emitInvoiceEvent(context, 'finalized', invoice)
}

/** Restores the customer's balance. Lines that were pending before this invoice become pending again. */
export function voidInvoice(context: StripeContext, invoice: Invoice): void {
  const { sandbox } = context
  const customer = getCustomer(sandbox, invoice.customer)
  invoice.status = 'void'
  invoice.voided_at = nowForCustomer(sandbox, customer.id)
  invoice.next_payment_attempt = null
  const intent = sandbox.stripe.payment_intents.get(invoice.payment_intent ?? '')
  if (intent) intent.status = 'canceled'
  changeCustomerAndEmit(context, customer, () => {
    customer.balance += invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance)
  })
  const subscription = sandbox.stripe.subscriptions.get(invoice.subscription)
  if (subscription)
    subscription.pending_lines.push(...invoice.lines.filter(({ id }) => invoice.pendingLineIds.includes(id)))
  emitInvoiceEvent(context, 'voided', invoice)
}
