import type { Customer } from '../stripe-objects.ts'
import type { CardBehaviour, CardError, PaymentMethod } from '../payment-objects.ts'
import { newId, type StripeSandbox } from '../stripe-state.ts'
import { nowForCustomer } from './object-lookup.ts'

/** The only card numbers that the hosted pages accept (https://docs.stripe.com/testing). */
export const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declines',
  '4000000000009995': 'insufficient_funds',
  '4000002500003155': 'authenticates_once',
  '4000002760003184': 'authenticates_always',
  '4000000000000341': 'declines_when_charged',
}

/** Whether the customer is present (on session), and passed the 3-D Secure authentication. */
export type Presence = { on_session: boolean; authenticated: boolean }
export const OFF_SESSION: Presence = { on_session: false, authenticated: false }

/** Result of a charge. With `requires_action` the card requires authentication, and nothing is paid yet. */
export type PaymentResult =
  | { outcome: 'paid' }
  | { outcome: 'declined'; problem: CardError }
  | { outcome: 'requires_action'; problem: CardError }

/** Saves a test card for a customer. Returns undefined for any other card number. */
export function addCard(
  sandbox: StripeSandbox,
  customer: Customer,
  card: { number: string; exp_month: number; exp_year: number },
): PaymentMethod | undefined {
  const number = card.number.replaceAll(/\D/g, '')
  const behaviour = TEST_CARDS[number]
  if (!behaviour) return undefined
  const { exp_month, exp_year } = card
  const method: PaymentMethod = {
    id: newId(sandbox.stripe, 'pm'),
    created: nowForCustomer(sandbox, customer.id),
    customer: customer.id,
    card: { brand: 'visa', last4: number.slice(-4), exp_month, exp_year },
    behaviour,
    set_up: false,
  }
  sandbox.stripe.payment_methods.set(method.id, method)
  return method
}

/**
 * Result of charging this card, without side effects. `authorizePayment` applies faults of the service `stripe-charge`.
 */
export function paymentResultOf(method: PaymentMethod, presence: Presence): PaymentResult {
  switch (method.behaviour) {
    case 'pays':
      return { outcome: 'paid' }
    case 'declines':
    case 'declines_when_charged':
      return { outcome: 'declined', problem: cardErrorOf('card_declined') }
    case 'insufficient_funds':
      return { outcome: 'declined', problem: cardErrorOf('insufficient_funds') }
    case 'authenticates_once':
      return presence.authenticated || (method.set_up && !presence.on_session)
        ? { outcome: 'paid' }
        : requiresAuthentication()
    case 'authenticates_always':
      return presence.authenticated ? { outcome: 'paid' } : requiresAuthentication()
  }
}

function requiresAuthentication(): PaymentResult {
  return { outcome: 'requires_action', problem: cardErrorOf('authentication_required') }
}

const DECLINE_MESSAGES: Record<string, string> = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
}

/** Stripe's error for a card, by the bank's reason. */
export function cardErrorOf(reason: string): CardError {
  const message = DECLINE_MESSAGES[reason] ?? 'Your card was declined.'
  if (reason === 'expired_card') return { code: 'expired_card', decline_code: null, message }
  if (reason === 'authentication_required') return { code: reason, decline_code: reason, message }
  return { code: 'card_declined', decline_code: reason === 'card_declined' ? 'generic_decline' : reason, message }
}
