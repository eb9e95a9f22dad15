import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { corpusOf, inputsOf, simpleShapes, superLinear } from './fuzz-target.ts'
import { targets } from './targets.ts'

/** A short part of `npm run fuzz`: the corpus, some random inputs, and how the time grows with a hostile input. */
describe.each(targets)('$name', (target) => {
  test('reads the corpus and random inputs without an unexpected error', async () => {
    for (const input of corpusOf(target)) await target.run(input)
    await fc.assert(
      fc.asyncProperty(inputsOf(target), async (input) => target.run(input)),
      { numRuns: 150 },
    )
  })

  test('takes time in proportion to the size of a hostile input', async () => {
    const findings: string[] = []
    for (const shape of simpleShapes(target))
      findings.push(...[await superLinear(target, shape)].filter((f) => f !== null))
    expect(findings).toEqual([])
  })
})
