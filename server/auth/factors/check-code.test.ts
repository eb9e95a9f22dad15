import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf } from '../../../test/kit/second-step.ts'
import { signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'
import { createSealer } from '../../sealed.ts'
import { checkCode } from './check-code.ts'
import { secretPlace } from './enroll.ts'
import { addFactor, factorOf } from './queries.ts'
import { newTotpSecret } from './totp.ts'

test('a secret that was sealed with the key of before is sealed anew when it is used', async () => {
  await using accounts = await startAccounts()
  const { clock, db } = accounts.ctx
  const { session } = await signedUp(accounts)
  const [userId, factorId, secret] = [session.user.id, crypto.randomUUID(), newTotpSecret()]
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const secretSealed = createSealer([before]).seal(secretPlace(factorId), secret)
  const now = clock.now()
  await db.asAccounts((tx) => addFactor(tx, { id: factorId, userId, name: '', type: 'totp', secretSealed, now }))

  const check = (keys: Buffer[], text: string) =>
    db.asAccounts(async (tx) => {
      const factor = await factorOf(tx, { userId, factorId })
      return factor && checkCode(tx, { clock, sealer: createSealer(keys) }, factor, { text, recoveryHash: null })
    })
  expect(await check([after, before], codeOf(secret, clock, -1))).toBe('totp')
  // The key of before is needed no more.
  expect(await check([after], codeOf(secret, clock))).toBe('totp')
  expect(await check([after], codeOf(secret, clock))).toBeNull()
})
