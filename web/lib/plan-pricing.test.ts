import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SubscriptionStatus, type Subscription } from '../../contract/tables.ts'
import { monthlyLimit, monthlyPrice, effectivePlan } from './plan-pricing.ts'

const plan = { id: 'p', name: 'Pro', description: '', price_monthly: 1900, email_limit: 5000 }
const subscription: Subscription = {
  id: 's',
  user_id: 'u',
  plan_id: 'p',
  status: 'active',
  cancel_at_period_end: false,
  stripe_customer_id: null,
  stripe_subscription_id: null,
  current_period_start: null,
  current_period_end: null,
  pending_update_expires_at: null,
  created_at: '',
  updated_at: '',
  plan,
}

test('adds up prices and limits of the plan and its add-ons', () => {
  const booked = [
    { quantity: 2, addon: { price_monthly: 500, email_limit: 1000 } },
    { quantity: 1, addon: { price_monthly: 900, email_limit: 2500 } },
  ]
  expect(monthlyPrice(plan, booked)).toBe(3800)
  expect(monthlyLimit(plan, booked)).toBe(9500)
  expect(monthlyPrice(plan, [])).toBe(1900)
})

test('one more of an add-on adds exactly its price and its limit', () => {
  const cents = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 0, max: 98 }), (price_monthly, email_limit, quantity) => {
      const addon = { price_monthly, email_limit }
      const [fewer, more] = [[{ quantity, addon }], [{ quantity: quantity + 1, addon }]]
      expect(monthlyPrice(plan, more) - monthlyPrice(plan, fewer)).toBe(price_monthly)
      expect(monthlyLimit(plan, more) - monthlyLimit(plan, fewer)).toBe(email_limit)
    }),
  )
})

test.each(SubscriptionStatus.options)('%s: the paid plan applies, else the free plan', (status) => {
  const applies = ['active', 'trialing', 'past_due'].includes(status)
  expect(effectivePlan({ ...subscription, status })).toBe(applies ? plan : null)
})

test('the free plan applies without a subscription', () => {
  expect(effectivePlan(null)).toBeNull()
})
