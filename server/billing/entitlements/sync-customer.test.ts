import { test } from 'vitest'
import { changingCustomer } from '../../../test/kit/changing-customer.ts'

test('entitlements equal Stripe’s state after changes whose events are repeated, reordered or lost', async () => {
  await using customer = await changingCustomer()
  // Of four events one is lost and one doubled; an even number delivers them after its change.
  await customer.expectSynced(['moreAddons', 'otherPlan', 'noAddons', 'month', 'moreAddons'], [1, 4, 7, 2, 9, 3])
  await customer.expectSynced(['failToPay', 'month', 'weFollow', 'endAtPeriodEnd', 'month'], [6, 3, 5, 1, 0, 8])
  await customer.expectSynced(['subscribe', 'weFollow', 'end', 'subscribe', 'moreAddons'], [3, 2, 4, 1, 5])
  await customer.expectSynced(['end'], [4, 8, 12])
})
