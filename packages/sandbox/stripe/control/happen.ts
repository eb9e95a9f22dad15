import { ControlError } from '../../kit/control-error.ts'
import type { World } from '../../kit/world.ts'
import { refund } from '../api/payments.ts'
import { addCard, problemOf } from '../billing/cards.ts'
import { changeCustomer, changeSubscription } from '../billing/changes.ts'
import { nowFor } from '../billing/find.ts'
import { payInvoice } from '../billing/pay.ts'
import { tellSession } from '../checkout/pay.ts'
import { BY_TIME, type Context, emit } from '../events.ts'
import type { Customer } from '../model.ts'
import type { Charge } from '../payment-model.ts'
import { newId } from '../state.ts'
import { endDelivery, postNow, postSigned } from '../webhooks/attempt.ts'
import { release } from '../webhooks/send.ts'
import type { Delivery } from '../webhooks/state.ts'
import { advanceCustomer } from './advance.ts'
import type { Happening, HappeningOf } from './happenings.ts'
import { showDelivery } from './show.ts'

/** Makes something happen at Stripe. @returns what the control door answers @throws ControlError where it cannot */
export async function happen(world: World, wish: Happening): Promise<unknown> {
  const context: Context = { world, cause: BY_TIME }
  switch (wish.type) {
    case 'payment_fails':
      return failPayments(world, wish)
    case 'card':
      return changeCard(context, wish)
    case 'advance':
      return advanceCustomer(world, findCustomer(world, wish.customer), wish.to)
    case 'refund': {
      const charge = lastCharge(world, findCustomer(world, wish.customer))
      return refund(context, { charge: charge.id, ...(wish.amount === undefined ? {} : { amount: wish.amount }) })
    }
    case 'dispute':
      return dispute(context, lastCharge(world, findCustomer(world, wish.customer)))
    case 'async_payment':
      return settleSession(context, wish)
    case 'settle':
      await world.clock.advance(0)
      await Promise.all(world.stripe.webhooks.queues.values())
      return {}
    case 'hold':
      world.stripe.settings.webhookHold = true
      return {}
    case 'release':
      return (await release(world, wish.order)).map(showDelivery)
    case 'resend':
      return resend(world, wish)
    case 'replay':
      return replay(world, wish.event)
    case 'drop':
      return drop(world, wish.event)
    case 'distort':
      if (!world.stripe.subscriptions.has(wish.subscription))
        throw new ControlError(404, `no subscription ${wish.subscription}`)
      world.stripe.distortions.set(wish.subscription, wish.fields)
      return {}
    case 'emit': {
      const now = Math.floor(world.clock.now() / 1000)
      return emit(context, wish.event, wish.object, { now, ...(wish.previous && { previous: wish.previous }) })
    }
  }
}

export function findCustomer({ stripe }: World, name: string): Customer {
  const known = [...stripe.customers.values()].filter(({ deleted }) => !deleted)
  const customer = known.find(({ id }) => id === name) ?? known.findLast(({ email }) => email === name)
  if (!customer) throw new ControlError(404, `no customer ${name}`)
  return customer
}

/** A charge is found by the customer's address alone. */
function failPayments(world: World, { customer: name, reason, times }: HappeningOf<'payment_fails'>): unknown {
  const { email } = findCustomer(world, name)
  if (email === null) throw new ControlError(409, `the customer ${name} has no e-mail address`)
  const { id } = world.faults.add({
    service: 'stripe-charge',
    path: '',
    when: 'before',
    mailbox: email,
    error: reason,
    times,
  })
  return { fault: id }
}

function changeCard(context: Context, { customer: name, number }: HappeningOf<'card'>): unknown {
  const { world } = context
  const customer = findCustomer(world, name)
  const exp_year = new Date(world.clock.now()).getUTCFullYear() + 3
  const method = addCard(world, customer, { number, exp_month: 12, exp_year })
  if (!method) throw new ControlError(400, `${number} is the number of no test card`)
  changeCustomer(context, customer, () => {
    customer.default_payment_method = method.id
  })
  for (const subscription of world.stripe.subscriptions.values()) {
    if (subscription.customer !== customer.id || subscription.default_payment_method === null) continue
    changeSubscription(context, subscription, () => {
      subscription.default_payment_method = method.id
    })
  }
  return { id: method.id }
}

function lastCharge({ stripe }: World, { id }: Customer): Charge {
  const charge = [...stripe.charges.values()].findLast(({ customer }) => customer === id)
  if (!charge) throw new ControlError(409, `the customer ${id} was never charged`)
  return charge
}

function dispute(context: Context, { id: charge, payment_intent, amount, currency, customer }: Charge): unknown {
  const created = nowFor(context.world, customer)
  const about = { id: newId(context.world.stripe, 'du'), object: 'dispute', amount, charge, created, currency }
  const rest = { livemode: false, metadata: {}, payment_intent, reason: 'fraudulent', status: 'needs_response' }
  return emit(context, 'charge.dispute.created', { ...about, ...rest }, { now: created })
}

function settleSession(context: Context, { session: id, succeeded }: HappeningOf<'async_payment'>): unknown {
  const { checkout_sessions, invoices } = context.world.stripe
  const session = checkout_sessions.get(id)
  const invoice = invoices.get(session?.invoice ?? '')
  if (session?.status !== 'complete' || session.payment_status !== 'unpaid' || invoice?.status !== 'open')
    throw new ControlError(409, `the session ${id} waits for no payment`)
  payInvoice(context, invoice, {
    presence: { on_session: false, authenticated: true },
    result: succeeded ? { outcome: 'paid' } : { outcome: 'declined', problem: problemOf('card_declined') },
  })
  if (succeeded) session.payment_status = 'paid'
  tellSession(context, succeeded ? 'async_payment_succeeded' : 'async_payment_failed', session)
  return {}
}

function deliveriesOf({ stripe }: World, event: string): Delivery[] {
  const found = stripe.webhooks.deliveries.filter(({ eventId }) => eventId === event)
  if (found.length === 0) throw new ControlError(404, `the event ${event} was for no endpoint`)
  return found
}

async function resend(world: World, { event, copies }: HappeningOf<'resend'>): Promise<unknown> {
  const found = deliveriesOf(world, event)
  const posts = found.flatMap((delivery) => Array.from({ length: copies }, () => postNow(world, delivery)))
  return { statuses: await Promise.all(posts) }
}

async function replay(world: World, event: string): Promise<unknown> {
  const sent = deliveriesOf(world, event).flatMap((delivery) => {
    const last = delivery.attempts.at(-1)
    return last ? [postSigned(world, delivery, last)] : []
  })
  if (sent.length === 0) throw new ControlError(409, `the event ${event} was not sent yet`)
  return { statuses: await Promise.all(sent) }
}

function drop(world: World, event: string): unknown {
  const waiting = deliveriesOf(world, event).filter(({ state }) => state === 'waiting' || state === 'held')
  for (const delivery of waiting) endDelivery(world, delivery, 'dropped')
  return waiting.map(showDelivery)
}
