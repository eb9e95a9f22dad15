import fc from 'fast-check'
import { test } from 'vitest'
import { correctionPlaces, learnedMail, type UserAnswer, type UserCorrection } from '../../../test/kit/learned-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()

const anyCorrection = fc.record<UserCorrection>({
  who: fc.constantFrom('anna', 'tom', 'eve'),
  how: fc.constantFrom('history', 'by hand'),
  to: fc.constantFrom(...correctionPlaces),
})
const anyAnswer = fc.record<UserAnswer>({
  mail: fc.nat(1),
  to: fc.constantFrom(...correctionPlaces),
  isRetracted: fc.boolean(),
  isLost: fc.boolean(),
})

test('yields the same model after a deletion as without the correction, for any sequence', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCorrection, { minLength: 1, maxLength: 5 }), async (corrections) =>
      (await learnedMail(app)).expectNoTrace(corrections),
    ),
    { numRuns: 4 },
  )
})

test('restores the exact state before a correction, for any sequence of corrections', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 5 }), async (answers) =>
      (await learnedMail(app)).expectRestored(answers),
    ),
    { numRuns: 3 },
  )
})
