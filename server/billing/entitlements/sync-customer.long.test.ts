import fc from 'fast-check'
import { test } from 'vitest'
import { changingCustomer, stripeChangeNames } from '../../../test/kit/changing-customer.ts'

test('entitlements equal Stripe’s state after any sequence of events', async () => {
  await using customer = await changingCustomer()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...stripeChangeNames), { minLength: 1, maxLength: 7 }),
      fc.array(fc.nat(1000), { minLength: 3, maxLength: 20 }),
      (steps, luck) => customer.expectSynced(steps, luck),
    ),
    { numRuns: 12, endOnFailure: true },
  )
})
