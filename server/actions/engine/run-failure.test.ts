import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { days, addMs } from '../../clock.ts'
import { ConnectionAccessError } from '../../connections/connection-access-error.ts'
import { runMaxAttempts } from '../limits.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { ServiceError } from '../../vendors/services/service-error.ts'
import { PausedError, quotaFullCode, VendorError } from '../../vendors/http/vendor-error.ts'
import { classifyRunFailure, nextAttemptAt } from './run-failure.ts'
import { RunStopped } from '../runner/run-stopped.ts'

const graph = (status: number, code = 'x', retryAfter: number | null = null) =>
  new VendorError('graph', status, code, retryAfter)
const service = (refusal: ServiceError['refusal'], status = 400) =>
  new ServiceError('dropbox', refusal, { status, code: 'x' })

describe('classification of errors', () => {
  test.each([
    [new MailboxAccessError('auth'), 'mailbox_needs_sign_in'],
    [graph(403), 'permission_missing'],
    [graph(404), 'refused'],
    [graph(409), 'refused'],
    [graph(413), 'too_large'],
    [graph(507), 'quota_full'],
    [graph(400, quotaFullCode), 'quota_full'],
    [new ConnectionAccessError('dropbox', 'not_connected'), 'not_connected'],
    [new ConnectionAccessError('dropbox', 'signed_out'), 'connection_needs_sign_in'],
    [new ConnectionAccessError('dropbox', 'scope'), 'permission_missing'],
    [service('quota'), 'quota_full'],
    [service('conflict'), 'refused'],
    [service('gone'), 'refused'],
    [service('refused'), 'refused'],
  ])('%s fails with %s', (error, reason) => {
    expect(classifyRunFailure(error)).toMatchObject({ kind: 'failed', reason })
  })

  test.each([
    [graph(0), 0],
    [graph(429, 'x', 90_000), 90_000],
    [graph(503), 0],
    [new MailboxAccessError('unavailable'), 0],
    [service('later', 429), 0],
    [service('unknown', 0), 0],
    [service('unauthorized', 401), 0],
  ])('%s is retried', (error, minDelayMs) => {
    expect(classifyRunFailure(error)).toMatchObject({
      kind: 'retry',
      minDelayMs,
      countsAsAttempt: true,
      unexpected: false,
    })
  })

  test('a known pause does not count as an attempt; an unexpected error is reported', () => {
    expect(classifyRunFailure(new PausedError('graph', 5000))).toMatchObject({
      kind: 'retry',
      countsAsAttempt: false,
      minDelayMs: 5000,
    })
    expect(classifyRunFailure(new Error('ours'))).toMatchObject({ kind: 'retry', unexpected: true })
    expect(classifyRunFailure(new MailboxAccessError('gone'))).toEqual({ kind: 'stopped', stop: 'claim_lost' })
    expect(classifyRunFailure(new RunStopped('paused'))).toEqual({ kind: 'stopped', stop: 'paused' })
  })
})

test('the next attempt respects Retry-After, the maximum retry time and the maximum number of attempts', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: days(2) }),
      fc.integer({ min: 0, max: days(2) }),
      fc.constantFrom([true, false] as const, [false, false] as const, [false, true] as const),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, age, minDelayMs, [countsAsAttempt, isOutage], jitter) => {
        const since = addMs(now, -age)
        const next = nextAttemptAt(now, { attempts, since }, { minDelayMs, countsAsAttempt, isOutage }, jitter)
        if (countsAsAttempt && attempts >= runMaxAttempts) expect(next).toBe('gave_up')
        if (isOutage) expect(next).not.toBe('gave_up')
        if (next === 'gave_up') return
        expect(next.getTime()).toBeGreaterThanOrEqual(now.getTime() + minDelayMs)
        if (!isOutage) expect(next.getTime() - since.getTime()).toBeLessThanOrEqual(days(1))
        if (countsAsAttempt) expect(next.getTime()).toBeGreaterThan(now.getTime())
      },
    ),
  )
})
