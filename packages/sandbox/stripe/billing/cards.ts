import type { World } from '../../kit/world.ts'
import type { Customer } from '../model.ts'
import type { CardBehaviour, CardProblem, PaymentMethod } from '../payment-model.ts'
import { newId } from '../state.ts'
import { nowFor } from './find.ts'

/** https://docs.stripe.com/testing: the only numbers that the hosted pages take. */
export const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declines',
  '4000000000009995': 'insufficient_funds',
  '4000002500003155': 'authenticates_once',
  '4000002760003184': 'authenticates_always',
  '4000000000000341': 'declines_when_charged',
}

/** Whether the owner is at the screen, and has passed the bank's check there. */
export type Presence = { on_session: boolean; authenticated: boolean }
export const AWAY: Presence = { on_session: false, authenticated: false }

/** What became of a charge. A card that asks its owner is `requires_action`: nothing was paid yet. */
export type PaymentResult =
  | { outcome: 'paid' }
  | { outcome: 'declined'; problem: CardProblem }
  | { outcome: 'requires_action'; problem: CardProblem }

/** A card of a test number, kept for a customer. Undefined for any other number. */
export function addCard(
  world: World,
  customer: Customer,
  card: { number: string; exp_month: number; exp_year: number },
): PaymentMethod | undefined {
  const number = card.number.replaceAll(/\D/g, '')
  const behaviour = TEST_CARDS[number]
  if (!behaviour) return undefined
  const { exp_month, exp_year } = card
  const method: PaymentMethod = {
    id: newId(world.stripe, 'pm'),
    created: nowFor(world, customer.id),
    customer: customer.id,
    card: { brand: 'visa', last4: number.slice(-4), exp_month, exp_year },
    behaviour,
    set_up: false,
  }
  world.stripe.payment_methods.set(method.id, method)
  return method
}

/** What a charge of this card comes to. Changes nothing; faults of the service `stripe-charge` are taken by `payInvoice`. */
export function outcomeOf(method: PaymentMethod, presence: Presence): PaymentResult {
  switch (method.behaviour) {
    case 'pays':
      return { outcome: 'paid' }
    case 'declines':
    case 'declines_when_charged':
      return { outcome: 'declined', problem: problemOf('card_declined') }
    case 'insufficient_funds':
      return { outcome: 'declined', problem: problemOf('insufficient_funds') }
    case 'authenticates_once':
      return presence.authenticated || (method.set_up && !presence.on_session) ? { outcome: 'paid' } : asks()
    case 'authenticates_always':
      return presence.authenticated ? { outcome: 'paid' } : asks()
  }
}

function asks(): PaymentResult {
  return { outcome: 'requires_action', problem: problemOf('authentication_required') }
}

const MESSAGES: Record<string, string> = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
}

/** What Stripe says of a card, by the bank's reason. */
export function problemOf(reason: string): CardProblem {
  const message = MESSAGES[reason] ?? 'Your card was declined.'
  if (reason === 'expired_card') return { code: 'expired_card', decline_code: null, message }
  if (reason === 'authentication_required') return { code: reason, decline_code: reason, message }
  return { code: 'card_declined', decline_code: reason === 'card_declined' ? 'generic_decline' : reason, message }
}
