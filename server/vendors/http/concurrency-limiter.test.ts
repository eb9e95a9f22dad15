import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

test('runs tasks in order within the limit, each once, even if some fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.constantFrom('a', 'b'), fails: fc.boolean(), steps: fc.nat(4) }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      async (jobs, places) => {
        const turns = createConcurrencyLimiter()
        const running = { a: 0, b: 0 }
        const begun: Record<string, number[]> = { a: [], b: [] }
        const ends = await Promise.allSettled(
          jobs.map(({ key, fails, steps }, index) =>
            turns.run(key, places, async () => {
              begun[key]?.push(index)
              expect(++running[key]).toBeLessThanOrEqual(places)
              for (let step = 0; step < steps; step++) await Promise.resolve()
              running[key]--
              if (fails) throw new Error('planned')
              return index
            }),
          ),
        )
        expect(ends.map(({ status }) => status)).toEqual(jobs.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')))
        for (const order of Object.values(begun)) expect(order).toEqual(order.toSorted((a, b) => a - b))
        // All slots are free again.
        expect(await turns.run('a', 1, async () => 'free')).toBe('free')
      },
    ),
  )
})
