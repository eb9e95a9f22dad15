import { expect, test } from 'vitest'
import type { CardBehaviour } from '../payment-objects.ts'
import { paymentResultOf, cardErrorOf, TEST_CARDS } from './card-behaviour.ts'

const away = { on_session: false, authenticated: false }
const there = { on_session: true, authenticated: false }
const authenticated = { on_session: true, authenticated: true }

const card = (behaviour: CardBehaviour, set_up: boolean) => ({
  id: 'pm_1',
  created: 0,
  customer: 'cus_1',
  card: { brand: 'visa' as const, last4: '0000', exp_month: 12, exp_year: 2030 },
  behaviour,
  set_up,
})

test.each([
  ['4242424242424242', false, away, 'paid'],
  ['4242424242424242', false, there, 'paid'],
  ['4000000000000002', false, there, 'declined'],
  ['4000000000009995', false, there, 'declined'],
  ['4000000000000341', true, away, 'declined'],
  ['4000002500003155', false, there, 'requires_action'],
  ['4000002500003155', false, authenticated, 'paid'],
  ['4000002500003155', false, away, 'requires_action'],
  ['4000002500003155', true, away, 'paid'],
  ['4000002760003184', true, away, 'requires_action'],
  ['4000002760003184', true, there, 'requires_action'],
  ['4000002760003184', true, authenticated, 'paid'],
])('%s, set up before: %s, %o: %s', (number, isSetUp, presence, outcome) => {
  const behaviour = TEST_CARDS[number]
  if (!behaviour) throw new Error(`${number} is no test card`)
  expect(paymentResultOf(card(behaviour, isSetUp), presence).outcome).toBe(outcome)
})

test("a declined card has Stripe's message and codes", () => {
  expect(cardErrorOf('card_declined')).toEqual({
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  })
  expect(cardErrorOf('insufficient_funds')).toEqual({
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  })
  expect(cardErrorOf('expired_card').code).toBe('expired_card')
})
