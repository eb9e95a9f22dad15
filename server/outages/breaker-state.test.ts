import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMs } from '../clock.ts'
import { outageMinSubjects, outageSuspicionMs, afterProviderFailure, type BreakerState } from './breaker-state.ts'
import { providerProbeIntervalMs } from './limits.ts'
import { unknownAppSuspicionMs } from './call-provider.ts'

const start = new Date('2026-11-24T08:00:00Z')
const failure = {
  subject: 'a',
  certainAfterMs: Infinity,
  reason: 'x',
  retryAfterMs: null,
  probeStartedAt: null,
  now: start,
}
const failing = (subjects: string[], secondsBetween: number): BreakerState | null =>
  subjects.reduce<BreakerState | null>(
    (state, subject, index) =>
      afterProviderFailure(state, { ...failure, subject, now: addMs(start, index * secondsBetween * 1000) }),
    null,
  )

test('a refused registration opens the breaker at once', () => {
  expect(afterProviderFailure(null, { ...failure, certainAfterMs: 0 })).toMatchObject({
    opened_at: start,
    next_probe_at: addMs(start, providerProbeIntervalMs),
  })
})

test('a failure that concerns every account only if it lasts opens it after that time', () => {
  const lasting = { ...failure, certainAfterMs: unknownAppSuspicionMs }
  const first = afterProviderFailure(null, lasting)
  const at = (ms: number) => afterProviderFailure(first, { ...lasting, now: addMs(start, ms) }).opened_at
  expect([first.opened_at, at(unknownAppSuspicionMs - 1)]).toEqual([null, null])
  expect(at(unknownAppSuspicionMs)).not.toBeNull()
})

test('failures of one account never open it, those of several do', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 30 }), (subjects) => {
      const isOpen = failing(subjects, 1)?.opened_at !== null
      expect(isOpen).toBe(new Set(subjects).size >= outageMinSubjects)
    }),
  )
})

test('failures that lie far apart do not open it', () => {
  expect(failing(['a', 'b', 'c', 'd', 'e', 'f'], outageSuspicionMs / 1000)?.opened_at).toBeNull()
})

test('only a probe moves the next probe, and never to less than a minute after its start', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300_000 }), fc.option(fc.integer({ min: 0, max: 600_000 })), (took, wait) => {
      const open = afterProviderFailure(null, { ...failure, certainAfterMs: 0 })
      const now = addMs(start, took)
      const late = { ...failure, now, retryAfterMs: wait }
      expect(afterProviderFailure(open, late)).toEqual(open)
      const { next_probe_at, opened_at } = afterProviderFailure(open, { ...late, probeStartedAt: start })
      expect(opened_at).toEqual(start)
      const earliest = start.getTime() + Math.max(wait ?? 0, providerProbeIntervalMs)
      expect(next_probe_at.getTime()).toBe(Math.max(earliest, now.getTime()))
    }),
  )
})
