import { ControlError } from '../../kit/control-error.ts'
import { createRefund } from '../api/payment-routes.ts'
import { addCard, cardErrorOf } from '../billing/card-behaviour.ts'
import { makeDefaultCard } from '../billing/emit-changes.ts'
import { nowForCustomer } from '../billing/object-lookup.ts'
import { payInvoice } from '../billing/pay-invoice.ts'
import { emitCheckoutSessionEvent } from '../checkout/pay-checkout-session.ts'
import { NO_REQUEST, type StripeContext, emitEvent } from '../emit-event.ts'
import type { Customer } from '../stripe-objects.ts'
import type { Charge } from '../payment-objects.ts'
import { newId, type StripeSandbox } from '../stripe-state.ts'
import { endDelivery, postDelivery, postSigned } from '../webhooks/attempt-delivery.ts'
import { releaseHeldDeliveries } from '../webhooks/enqueue-deliveries.ts'
import type { Delivery } from '../webhooks/webhook-state.ts'
import { advanceCustomerClock } from './advance-customer-clock.ts'
import type { SimulatedEvent, SimulatedEventOf } from './simulated-event-schema.ts'
import { showDelivery } from './show-stripe-state.ts'

/** Simulates an event at Stripe. @returns the body of the control response @throws ControlError if it is impossible */
export async function simulateEvent(sandbox: StripeSandbox, simulated: SimulatedEvent): Promise<unknown> {
  const context: StripeContext = { sandbox, request: NO_REQUEST }
  switch (simulated.type) {
    case 'payment_fails':
      return failPayments(sandbox, simulated)
    case 'card':
      return changeCard(context, simulated)
    case 'advance':
      return advanceCustomerClock(sandbox, findCustomer(sandbox, simulated.customer), simulated.to)
    case 'refund': {
      const charge = lastCharge(sandbox, findCustomer(sandbox, simulated.customer))
      return createRefund(context, {
        charge: charge.id,
        ...(simulated.amount === undefined ? {} : { amount: simulated.amount }),
      })
    }
    case 'dispute':
      return disputeCharge(context, lastCharge(sandbox, findCustomer(sandbox, simulated.customer)))
    case 'async_payment':
      return completeAsyncPayment(context, simulated)
    case 'settle':
      await sandbox.clock.advance(0)
      await Promise.all(sandbox.stripe.webhooks.queues.values())
      return {}
    case 'hold':
      sandbox.stripe.settings.webhookHold = true
      return {}
    case 'release':
      return (await releaseHeldDeliveries(sandbox, simulated.order)).map(showDelivery)
    case 'resend':
      return resendEvent(sandbox, simulated)
    case 'replay':
      return replayEvent(sandbox, simulated.event)
    case 'drop':
      return dropDeliveries(sandbox, simulated.event)
    case 'distort':
      if (!sandbox.stripe.subscriptions.has(simulated.subscription))
        throw new ControlError(404, `no subscription ${simulated.subscription}`)
      sandbox.stripe.subscriptionOverrides.set(simulated.subscription, simulated.fields)
      return {}
    case 'emit': {
      const now = Math.floor(sandbox.clock.now() / 1000)
      return emitEvent(context, simulated.event, simulated.object, {
        now,
        ...(simulated.previous && { previous: simulated.previous }),
      })
    }
  }
}

function findCustomer({ stripe }: StripeSandbox, name: string): Customer {
  const known = [...stripe.customers.values()].filter(({ deleted }) => !deleted)
  const customer = known.find(({ id }) => id === name) ?? known.findLast(({ email }) => email === name)
  if (!customer) throw new ControlError(404, `no customer ${name}`)
  return customer
}

/** The fault matches a charge by the email address of its customer. */
function failPayments(
  sandbox: StripeSandbox,
  { customer: name, reason, times }: SimulatedEventOf<'payment_fails'>,
): unknown {
  const { email } = findCustomer(sandbox, name)
  if (email === null) throw new ControlError(409, `the customer ${name} has no email address`)
  const { id } = sandbox.faults.add({
    service: 'stripe-charge',
    path: '',
    when: 'before',
    mailbox: email,
    error: reason,
    times,
  })
  return { fault: id }
}

function changeCard(context: StripeContext, { customer: name, number }: SimulatedEventOf<'card'>): unknown {
  const { sandbox } = context
  const customer = findCustomer(sandbox, name)
  const exp_year = new Date(sandbox.clock.now()).getUTCFullYear() + 3
  const method = addCard(sandbox, customer, { number, exp_month: 12, exp_year })
  if (!method) throw new ControlError(400, `${number} is the number of no test card`)
  makeDefaultCard(context, customer, method)
  return { id: method.id }
}

function lastCharge({ stripe }: StripeSandbox, { id }: Customer): Charge {
  const charge = [...stripe.charges.values()].findLast(({ customer }) => customer === id)
  if (!charge) throw new ControlError(409, `the customer ${id} was never charged`)
  return charge
}

function disputeCharge(
  context: StripeContext,
  { id: charge, payment_intent, amount, currency, customer }: Charge,
): unknown {
  const created = nowForCustomer(context.sandbox, customer)
  const about = { id: newId(context.sandbox.stripe, 'du'), object: 'dispute', amount, charge, created, currency }
  const rest = { livemode: false, metadata: {}, payment_intent, reason: 'fraudulent', status: 'needs_response' }
  return emitEvent(context, 'charge.dispute.created', { ...about, ...rest }, { now: created })
}

function completeAsyncPayment(
  context: StripeContext,
  { session: id, succeeded }: SimulatedEventOf<'async_payment'>,
): unknown {
  const { checkout_sessions, invoices } = context.sandbox.stripe
  const session = checkout_sessions.get(id)
  const invoice = invoices.get(session?.invoice ?? '')
  if (session?.status !== 'complete' || session.payment_status !== 'unpaid' || invoice?.status !== 'open')
    throw new ControlError(409, `the session ${id} waits for no payment`)
  payInvoice(context, invoice, {
    presence: { on_session: false, authenticated: true },
    result: succeeded ? { outcome: 'paid' } : { outcome: 'declined', problem: cardErrorOf('card_declined') },
  })
  if (succeeded) session.payment_status = 'paid'
  emitCheckoutSessionEvent(context, succeeded ? 'async_payment_succeeded' : 'async_payment_failed', session)
  return {}
}

function deliveriesOf({ stripe }: StripeSandbox, event: string): Delivery[] {
  const found = stripe.webhooks.deliveries.filter(({ eventId }) => eventId === event)
  if (found.length === 0) throw new ControlError(404, `the event ${event} was for no endpoint`)
  return found
}

async function resendEvent(sandbox: StripeSandbox, { event, copies }: SimulatedEventOf<'resend'>): Promise<unknown> {
  const found = deliveriesOf(sandbox, event)
  const posts = found.flatMap((delivery) => Array.from({ length: copies }, () => postDelivery(sandbox, delivery)))
  return { statuses: await Promise.all(posts) }
}

async function replayEvent(sandbox: StripeSandbox, event: string): Promise<unknown> {
  const sent = deliveriesOf(sandbox, event).flatMap((delivery) => {
    const last = delivery.attempts.at(-1)
    return last ? [postSigned(sandbox, delivery, last)] : []
  })
  if (sent.length === 0) throw new ControlError(409, `the event ${event} was not sent yet`)
  return { statuses: await Promise.all(sent) }
}

function dropDeliveries(sandbox: StripeSandbox, event: string): unknown {
  const waiting = deliveriesOf(sandbox, event).filter(({ state }) => state === 'waiting' || state === 'held')
  for (const delivery of waiting) endDelivery(sandbox, delivery, 'dropped')
  return waiting.map(showDelivery)
}
