import fc from 'fast-check'
import { test } from 'vitest'
import { expectLastCorrection, placesOfMail, type CorrectionOfMail } from '../../../test/kit/last-correction.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { startApp } from '../../../test/kit/start-app.ts'

const anyCorrection = fc.record<CorrectionOfMail>({
  how: fc.constantFrom('history', 'lost', 'by hand'),
  to: fc.constantFrom(...placesOfMail),
})

test('applies the last of any sequence of corrections in the history and moves in Outlook', async () => {
  await using app = await startApp()
  const history = await startHistory(app, { proposals: false })
  await fc.assert(
    fc.asyncProperty(
      fc.record({ corrections: fc.array(anyCorrection, { minLength: 1, maxLength: 5 }), known: fc.boolean() }),
      (sequence) => expectLastCorrection(app, history, sequence),
    ),
    { numRuns: 25 },
  )
})
