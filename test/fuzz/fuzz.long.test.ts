import { describe, expect, test } from 'vitest'
import { simpleShapes, superLinear } from './fuzz-target.ts'
import { targets } from './targets.ts'

describe.each(targets)('$name', (target) => {
  test('takes time in proportion to the size of a hostile input', async () => {
    const findings: string[] = []
    for (const shape of simpleShapes(target))
      findings.push(...[await superLinear(target, shape)].filter((f) => f !== null))
    expect(findings).toEqual([])
  })
})
