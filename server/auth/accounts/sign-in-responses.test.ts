import { describe, expect, test } from 'vitest'
import { callsWithAnAddress, insertKnownAddress, postAddress } from '../../../test/kit/calls-with-an-address.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile({ env: { AUTH_CONFIRM_EMAIL: 'true' } })
const email = await insertKnownAddress(app)

/** `sign-in-timing.long.test.ts` compares the times. */
describe('a known and an unknown address get the same response', () => {
  test.each(callsWithAnAddress)('%s %j', async (path, fields, status) => {
    const post = (address: string) => postAddress(app, path, fields, address)
    // Avoid every rate limit.
    app.clock.advance('1 day')
    const [known, unknown] = await Promise.all([email, newEmail()].map(post))
    expect([known?.status, unknown?.status]).toEqual([status, status])
    expect(shapeOf((await known?.text()) ?? '')).toBe(shapeOf((await unknown?.text()) ?? ''))
  })
})

/** The response without ids, times and addresses, which differ each time. */
const shapeOf = (body: string): string =>
  body
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/person-[\w-]+@example\.com/g, 'address')
