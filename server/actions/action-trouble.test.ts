import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { days, later } from '../clock.ts'
import { ServiceProblem } from '../connections/service-problem.ts'
import { MailboxProblem } from '../mail/mailbox-problem.ts'
import { ServiceError } from '../vendors/service-error.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import { mostTries, nextTry, troubleWith } from './action-trouble.ts'
import { RunStopped } from './run-stopped.ts'

const graph = (status: number, code = 'x', retryAfter: number | null = null) =>
  new VendorError('graph', status, code, retryAfter)
const service = (refusal: ServiceError['refusal'], status = 400) =>
  new ServiceError('dropbox', refusal, { status, code: 'x' })

describe('what an error asks for', () => {
  test.each([
    [new MailboxProblem('auth'), 'mailbox_needs_sign_in'],
    [graph(403), 'permission_missing'],
    [graph(404), 'refused'],
    [graph(409), 'refused'],
    [graph(507), 'quota_full'],
    [graph(400, 'ErrorQuotaExceeded'), 'quota_full'],
    [new ServiceProblem('dropbox', 'not_connected'), 'not_connected'],
    [new ServiceProblem('dropbox', 'signed_out'), 'connection_needs_sign_in'],
    [new ServiceProblem('dropbox', 'scope'), 'permission_missing'],
    [service('quota'), 'quota_full'],
    [service('conflict'), 'refused'],
    [service('gone'), 'refused'],
    [service('refused'), 'refused'],
  ])('%s fails with %s', (error, reason) => {
    expect(troubleWith(error)).toMatchObject({ kind: 'failed', reason })
  })

  test.each([
    [graph(0), 0],
    [graph(429, 'x', 90_000), 90_000],
    [graph(503), 0],
    [new MailboxProblem('unavailable'), 0],
    [service('later', 429), 0],
    [service('unknown', 0), 0],
    [service('unauthorized', 401), 0],
  ])('%s is tried again', (error, atLeastMs) => {
    expect(troubleWith(error)).toMatchObject({ kind: 'again', atLeastMs, countTry: true, unexpected: false })
  })

  test('a wait that was known before anything was called counts as no try; trouble of our own is told', () => {
    expect(troubleWith(graph(429, 'paused', 5000))).toMatchObject({ kind: 'again', countTry: false, atLeastMs: 5000 })
    expect(troubleWith(new Error('ours'))).toMatchObject({ kind: 'again', unexpected: true })
    expect(troubleWith(new MailboxProblem('gone'))).toEqual({ kind: 'stopped', stop: 'lost' })
    expect(troubleWith(new RunStopped('waits'))).toEqual({ kind: 'stopped', stop: 'waits' })
  })
})

test('the next try is never before the time that was asked for, never after a day, and there are eight at most', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: days(2) }),
      fc.integer({ min: 0, max: days(2) }),
      fc.boolean(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, age, atLeastMs, countTry, chance) => {
        const since = later(now, -age)
        const next = nextTry(now, { attempts, since }, { atLeastMs, countTry }, chance)
        if (countTry && attempts >= mostTries) expect(next).toBe('gave_up')
        if (next === 'gave_up') return
        expect(next.getTime()).toBeGreaterThanOrEqual(now.getTime() + atLeastMs)
        expect(next.getTime() - since.getTime()).toBeLessThanOrEqual(days(1))
        if (countTry) expect(next.getTime()).toBeGreaterThan(now.getTime())
      },
    ),
  )
})
