import type { Context } from '../events.ts'
import type { BillingReason, Customer, Invoice, InvoiceLine, Subscription } from '../model.ts'
import { newId } from '../state.ts'
import { changeCustomer, tellInvoice } from './changes.ts'
import { customerIn, nowFor } from './find.ts'

/** Stripe charges no less than fifty cents: a smaller sum is owed with the next invoice. */
const SMALLEST_CHARGE = 50

/** An invoice of these lines, that is stored nowhere and changes nothing: what is due follows from them and from the customer's balance. */
export function draftInvoice(
  { world }: Context,
  subscription: Subscription,
  billing_reason: BillingReason,
  lines: InvoiceLine[],
): Invoice {
  const customer = customerIn(world, subscription.customer)
  const now = nowFor(world, customer.id)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  return {
    id: newId(world.stripe, 'in'),
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
    ...dueOf(customer, total),
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
    waited: subscription.pending_lines.map(({ id }) => id),
  }
}

/** A credit is used up first; what is left of it, or of a total below zero, stays on the balance. */
function dueOf({ balance }: Customer, total: number) {
  const sum = total + balance
  const amount_due = sum < SMALLEST_CHARGE ? 0 : sum
  return { starting_balance: balance, amount_due, ending_balance: sum - amount_due }
}

/** The draft becomes an invoice that is open: numbered, the balance moved, the lines that waited taken. */
export function issueInvoice(context: Context, subscription: Subscription, invoice: Invoice): void {
  const { world } = context
  const customer = customerIn(world, invoice.customer)
  subscription.pending_lines = []
  world.stripe.invoices.set(invoice.id, invoice)
  tellInvoice(context, 'created', invoice)
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  invoice.status = 'open'
  invoice.finalized_at = nowFor(world, customer.id)
  customer.next_invoice_sequence++
  customer.currency ??= invoice.currency
  changeCustomer(context, customer, () => {
    customer.balance = invoice.ending_balance ?? 0
  })
  tellInvoice(context, 'finalized', invoice)
}

/** What the invoice took from the balance comes back, and lines that had waited for an invoice wait for the next one. */
export function voidInvoice(context: Context, invoice: Invoice): void {
  const { world } = context
  const customer = customerIn(world, invoice.customer)
  invoice.status = 'void'
  invoice.voided_at = nowFor(world, customer.id)
  invoice.next_payment_attempt = null
  const intent = world.stripe.payment_intents.get(invoice.payment_intent ?? '')
  if (intent) intent.status = 'canceled'
  changeCustomer(context, customer, () => {
    customer.balance += invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance)
  })
  const subscription = world.stripe.subscriptions.get(invoice.subscription)
  if (subscription) subscription.pending_lines.push(...invoice.lines.filter(({ id }) => invoice.waited.includes(id)))
  tellInvoice(context, 'voided', invoice)
}
