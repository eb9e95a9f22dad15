import fc from 'fast-check'
import { it } from 'vitest'
import { fastLog } from './fast-log.ts'

it('is close to the real logarithm', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (x) => Math.abs(fastLog(x) - Math.log(x)) < 0.0003),
  )
})
