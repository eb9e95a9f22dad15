import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StripeSubscription } from '../../vendors/stripe/stripe-subscriptions.ts'
import { computeAddonChange } from '../subscriptions/addon-change.ts'
import { pickBestSubscription, resolveEntitlements, toSubscriptionStatus } from './entitlements.ts'

const catalogue = {
  planOf: new Map([
    ['price_pro', 'pro'],
    ['price_business', 'business'],
    ['price_pro_of_last_year', 'pro'],
  ]),
  addonOf: new Map([
    ['price_small', 'small'],
    ['price_small_of_last_year', 'small'],
    ['price_large', 'large'],
  ]),
  priceOf: new Map([
    ['small', 'price_small'],
    ['large', 'price_large'],
  ]),
  amountOf: new Map([
    ['price_small', 500],
    ['price_small_of_last_year', 400],
    ['price_large', 900],
  ]),
}
const [start, end] = [new Date('2026-11-01'), new Date('2026-12-01')]
const item = (priceId: string, quantity = 1, id = `si_${priceId}`) => ({
  id,
  priceId,
  quantity,
  periodStart: start,
  periodEnd: end,
})
const subscription = (change: Partial<StripeSubscription> = {}): StripeSubscription => ({
  id: 'sub_1',
  status: 'active',
  createdAt: start,
  items: [item('price_pro')],
  endsAutomatically: false,
  endedAt: null,
  hasSchedule: false,
  pendingUpdate: null,
  latestInvoice: null,
  ...change,
})
const row = { plan_id: 'business', stripe_subscription_id: 'sub_1' }

test.each([
  ['active', 'active'],
  ['trialing', 'trialing'],
  ['past_due', 'past_due'],
  ['incomplete', 'incomplete'],
  ['canceled', 'canceled'],
  ['incomplete_expired', 'inactive'],
  ['unpaid', 'inactive'],
  ['paused', 'inactive'],
  ['a_word_of_next_year', 'inactive'],
])('%s at Stripe is %s with us', (theirs, ours) => {
  expect(toSubscriptionStatus(theirs)).toBe(ours)
})

test('picks the best of several subscriptions, then the newest, and reports a finding', () => {
  const [older, newer] = [subscription(), subscription({ id: 'sub_2', createdAt: end })]
  const owed = subscription({ id: 'sub_3', status: 'past_due', createdAt: new Date('2027-01-01') })
  const over = subscription({ id: 'sub_4', status: 'canceled', createdAt: new Date('2028-01-01') })
  expect(pickBestSubscription([over, older, owed, newer])?.id).toBe('sub_2')
  expect(resolveEntitlements([over, older, owed, newer], catalogue, row).findings).toEqual(['several_subscriptions'])
})

test('maps an old price to its plan; an unknown price keeps the stored plan and reports a finding', () => {
  const old = resolveEntitlements(
    [subscription({ items: [item('price_pro_of_last_year'), item('price_large', 2)] })],
    catalogue,
    row,
  )
  expect(old).toMatchObject({ entitlements: { planId: 'pro', addons: [{ id: 'large', quantity: 2 }] }, findings: [] })
  const strange = [subscription({ items: [item('price_of_somebody')] })]
  expect(resolveEntitlements(strange, catalogue, row)).toMatchObject({
    entitlements: { planId: 'business' },
    findings: ['unknown_price'],
  })
  expect(resolveEntitlements(strange, catalogue, null)).toEqual({ entitlements: null, findings: ['unknown_price'] })
})

test('an ended subscription ends only the subscription that the row names', () => {
  const over = subscription({
    status: 'canceled',
    endsAutomatically: true,
    items: [item('price_pro'), item('price_large')],
  })
  expect(resolveEntitlements([over], catalogue, row).entitlements).toMatchObject({
    planId: 'business',
    status: 'canceled',
    endsAtPeriodEnd: false,
    addons: [],
  })
  expect(resolveEntitlements([over], catalogue, { ...row, stripe_subscription_id: null })).toEqual({
    entitlements: null,
    findings: [],
  })
  expect(resolveEntitlements([over], catalogue, { ...row, stripe_subscription_id: 'sub_9' })).toEqual({
    entitlements: null,
    findings: ['unknown_subscription'],
  })
})

test('uses the end date when a subscription ended before its period', () => {
  const endOf = (endedAt: Date | null) =>
    resolveEntitlements([subscription({ status: 'canceled', endedAt })], catalogue, row).entitlements?.periodEnd
  const midway = new Date('2026-11-08')
  expect(endOf(midway)).toEqual(midway)
  expect(endOf(end)).toEqual(end)
  expect(endOf(new Date('2026-12-02'))).toEqual(end)
  expect(endOf(null)).toEqual(end)
})

const anySubscription = fc
  .record({
    id: fc.constantFrom('sub_1', 'sub_2', 'sub_3'),
    status: fc.oneof(fc.string(), fc.constantFrom('active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'paused')),
    createdAt: fc.date({ noInvalidDate: true }),
    items: fc.array(
      fc.record({ price: fc.constantFrom('price_pro', 'price_small', 'price_large', 'x'), quantity: fc.nat(99) }),
      { maxLength: 4 },
    ),
  })
  .map(({ items, ...rest }) =>
    subscription({ ...rest, items: items.map(({ price, quantity }, n) => item(price, quantity, `si_${n}`)) }),
  )

test('the order of subscriptions makes no difference, and only live ones entitle', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anySubscription, { selector: ({ id }) => id }), (list) => {
      const { entitlements } = resolveEntitlements(list, catalogue, row)
      expect(resolveEntitlements(list.toReversed(), catalogue, row).entitlements).toEqual(entitlements)
      if (entitlements && ['active', 'trialing', 'past_due'].includes(entitlements.status))
        expect(
          list.some(({ id, status }) => id === entitlements.subscriptionId && status === entitlements.status),
        ).toBe(true)
    }),
  )
})

test('the computed change leads to the wanted add-ons, and the difference is its price', () => {
  const there = fc.uniqueArray(
    fc.record({ priceId: fc.constantFrom(...catalogue.addonOf.keys()), quantity: fc.integer({ min: 1, max: 99 }) }),
    { selector: ({ priceId }) => priceId },
  )
  const wanted = fc.record({ small: fc.nat(99), large: fc.nat(99) })
  fc.assert(
    fc.property(there, wanted, (stands, { small, large }) => {
      const goal = [
        { id: 'small', quantity: small },
        { id: 'large', quantity: large },
      ]
      const items = [item('price_pro'), ...stands.map(({ priceId, quantity }) => item(priceId, quantity))]
      const change = computeAddonChange(items, goal, catalogue)
      const after = new Map(items.map(({ id, priceId, quantity }) => [id, { priceId, quantity }]))
      for (const one of [...(change?.removals ?? []), ...(change?.rest ?? [])]) {
        if ('deleted' in one) after.delete(one.id)
        else if ('id' in one) after.set(one.id, { priceId: after.get(one.id)?.priceId ?? '', quantity: one.quantity })
        else after.set(one.priceId, one)
      }
      const sum = (list: Iterable<{ priceId: string; quantity: number }>, of: (priceId: string) => number) =>
        [...list].reduce((total, { priceId, quantity }) => total + of(priceId) * quantity, 0)
      const count = (addon: string) =>
        sum(after.values(), (priceId) => (catalogue.addonOf.get(priceId) === addon ? 1 : 0))
      expect([count('small'), count('large')]).toEqual([small, large])
      const price = (priceId: string) => catalogue.amountOf.get(priceId) ?? 0
      expect(change?.difference ?? 0).toBe(sum(after.values(), price) - sum(items, price))
      expect(after.has('si_price_pro')).toBe(true)
    }),
  )
})
