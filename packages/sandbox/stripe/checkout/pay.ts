import type { World } from '../../kit/world.ts'
import { createCustomer } from '../api/customers.ts'
import { addCard, outcomeOf, type PaymentResult, type Presence } from '../billing/cards.ts'
import { createSubscription } from '../billing/create-subscription.ts'
import { tryCard } from '../billing/pay.ts'
import { BY_TIME, type Context, emit } from '../events.ts'
import type { CardInput, CheckoutSession } from '../hosted-model.ts'
import type { Customer } from '../model.ts'
import type { PaymentMethod } from '../payment-model.ts'
import { dueToday, renderCheckoutSession } from './render.ts'

/**
 * The customer pays on the page. A card that is refused leaves nothing behind but a payment method; one whose bank asks waits for the
 * answer. Paid, there is a subscription with this card as its default, and the session is complete.
 */
export function paySession(
  world: World,
  session: CheckoutSession,
  { card, email, authenticated }: { card: CardInput; email: string; authenticated: boolean },
): PaymentResult {
  const context: Context = { world, cause: BY_TIME }
  const presence: Presence = { on_session: true, authenticated }
  const customer = customerOf(context, session, email)
  const method = addCard(world, customer, card)
  const result = triedCard(world, session, customer, method, presence)
  session.authenticating = result.outcome === 'requires_action' ? card : null
  if (result.outcome !== 'paid' || !method) return result
  if (authenticated) method.set_up = true
  complete(context, session, { customer, method, presence })
  return result
}

/** Nothing is charged for a trial: the card is only kept. */
function triedCard(
  world: World,
  session: CheckoutSession,
  customer: Customer,
  method: PaymentMethod | undefined,
  presence: Presence,
): PaymentResult {
  if (dueToday(world, session) === 0 && method) return keepingOf(method, presence)
  return tryCard(world, { customer: customer.id, billing_reason: 'subscription_create' }, method, presence)
}

/** What becomes of the wish to keep a card, with no charge. */
export function keepingOf(method: PaymentMethod, presence: Presence): PaymentResult {
  return method.behaviour === 'declines_when_charged' ? { outcome: 'paid' } : outcomeOf(method, presence)
}

function complete(
  context: Context,
  session: CheckoutSession,
  { customer, method, presence }: { customer: Customer; method: PaymentMethod; presence: Presence },
): void {
  const { world } = context
  const delayed = world.stripe.settings.delayedPayments
  const free = dueToday(world, session) === 0
  const { subscription, invoice } = createSubscription(context, {
    customer,
    items: session.lines.map(({ price, quantity }) => ({ price, quantity })),
    metadata: { ...session.subscription_metadata },
    description: session.subscription_description,
    default_payment_method: method.id,
    ...(session.trial_period_days === null ? {} : { trial_period_days: session.trial_period_days }),
    presence,
    payment: delayed ? 'later' : 'now',
  })
  session.status = 'complete'
  session.payment_status = free ? 'no_payment_required' : delayed ? 'unpaid' : 'paid'
  session.subscription = subscription.id
  session.invoice = invoice.id
  tellSession(context, 'completed', session)
}

export function tellSession(context: Context, what: string, session: CheckoutSession): void {
  const now = Math.floor(context.world.clock.now() / 1000)
  emit(context, `checkout.session.${what}`, renderCheckoutSession(context.world, session), { now })
}

function customerOf(context: Context, session: CheckoutSession, email: string): Customer {
  const known = context.world.stripe.customers.get(session.customer ?? '')
  if (known) return known
  const customer = createCustomer(context, { email })
  session.customer = customer.id
  return customer
}
