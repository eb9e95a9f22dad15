import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf } from '../../../test/kit/second-step.ts'
import { signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'
import { createSealer } from '../../sealed.ts'
import { checkFactorCode } from './check-factor-code.ts'
import { totpSealContext } from './enroll-factor.ts'
import { insertFactor, findFactor } from '../user-rows/factor-queries.ts'
import { newTotpSecret } from './totp.ts'

test('reseals a secret with the current key when it is used', async () => {
  await using accounts = await startAccounts()
  const { clock, db } = accounts.ctx
  const { session } = await signedUp(accounts)
  const [userId, factorId, secret] = [session.user.id, crypto.randomUUID(), newTotpSecret()]
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const secretSealed = createSealer([before]).seal(totpSealContext(factorId), secret)
  const now = clock.now()
  await db.asAccounts((tx) => insertFactor(tx, { id: factorId, userId, name: '', type: 'totp', secretSealed, now }))

  const check = (keys: Buffer[], text: string) =>
    db.asAccounts(async (tx) => {
      const factor = await findFactor(tx, { userId, factorId })
      return factor && checkFactorCode(tx, { clock, sealer: createSealer(keys) }, factor, { text, recoveryHash: null })
    })
  expect(await check([after, before], codeOf(secret, clock, -1))).toBe('totp')
  // The previous key is no longer needed.
  expect(await check([after], codeOf(secret, clock))).toBe('totp')
  expect(await check([after], codeOf(secret, clock))).toBeNull()
})
