import fc from 'fast-check'
import { describe, test } from 'vitest'
import { corpusOf, inputsOf } from './fuzz-target.ts'
import { targets } from './targets.ts'

/** A short part of `npm run fuzz`: the corpus, and some generated inputs. */
describe.each(targets)('$name', (target) => {
  test('reads the corpus and random inputs without an unexpected error', async () => {
    for (const input of corpusOf(target)) await target.run(input)
    await fc.assert(
      fc.asyncProperty(inputsOf(target), async (input) => target.run(input)),
      { numRuns: 50 },
    )
  })
})
