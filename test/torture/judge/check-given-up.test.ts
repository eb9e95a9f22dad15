import { expect, test } from 'vitest'
import type { AttemptChange } from '../attempt-history.ts'
import { at, call, faultless } from './faultless-state.ts'
import type { FinalState } from './final-state.ts'
import { findViolations } from './find-violations.ts'

const node = 7
const changes = (work: AttemptChange['work'], counts: readonly number[]): AttemptChange[] =>
  counts.map((count, n) => ({ messageId: work === 'sorting' ? 'news' : 'invoice', work, node, count, at: at(n * 60) }))
const kill = (seconds: number, of: number | null = node) => ({ node: of, from: at(seconds), to: at(seconds) })
/** In the middle of each attempt. */
const kills = Array.from({ length: 8 }, (_, n) => kill(n * 60 + 30))
const untilTheNinth = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The newsletter is poison. */
const poison: FinalState = {
  ...faultless,
  log: faultless.log.map((one) =>
    one.messageId === 'news' ? { ...one, status: 'failed', reason: 'poison', movedAt: null, countedMonth: null } : one,
  ),
  usage: [{ month: '2026-11-01', messages: 2 }],
  outlook: faultless.outlook.map((one) => (one.id === 'news' ? { ...one, folder: 'Inbox' } : one)),
  attempts: changes('sorting', untilTheNinth),
  interruptions: kills,
}

/** The action of the invoice gave up. The number is reset at the end of a run. */
const gaveUp: FinalState = {
  ...faultless,
  log: faultless.log.map((one) =>
    one.messageId === 'invoice' ? { ...one, runs: [{ status: 'failed', reason: 'gave_up' }] } : one,
  ),
  attempts: changes('actions', [...untilTheNinth, 0]),
  interruptions: kills,
}

const fault = (id: string) => ({ ...call(`/messages/${id}`, 30, 503), method: 'GET' })
const third = 'of 2026-11-30T23:02:00.000Z'

test.each([
  ['7', poison, 'sorting' as const],
  ['9', gaveUp, 'actions' as const],
])('rule %s: work is given up after eight interrupted attempts of its own', (rule, state, work) => {
  expect(findViolations(state)).toEqual([])
  const violationsWith = (change: Partial<FinalState>) => findViolations({ ...state, ...change })
  const uninterrupted = [expect.stringMatching(`^${rule}: .*nothing interrupted its attempt ${third}`)]

  // Seven attempts count: one was taken back, or another message had it.
  const seven = [expect.stringMatching(`^${rule}: .*only 7 of 8 attempts were counted`)]
  expect(violationsWith({ attempts: changes(work, [1, 2, 1, 2, 3, 4, 5, 6, 7]) })).toEqual(seven)
  expect(violationsWith({ attempts: changes(work, [1, 0, 1, 2, 3, 4, 5, 6, 7]) })).toEqual(seven)

  const others = kills.toSpliced(2, 1)
  expect(violationsWith({ interruptions: others })).toEqual(uninterrupted)
  expect(violationsWith({ interruptions: [...others, kill(150, 8)] })).toEqual(uninterrupted)
  expect(violationsWith({ interruptions: [...others, kill(150, null)] })).toEqual([])
})

test.each([
  ['7', poison, 'sorting' as const],
  ['9', gaveUp, 'actions' as const],
])('rule %s: what happens after the end of an attempt does not explain it', (rule, state, work) => {
  // The third attempt goes on from second 120.
  const endedAt = (seconds: number) => {
    const [ended] = changes(work, [3])
    return { ...state, attempts: state.attempts.toSpliced(3, 0, ...(ended ? [{ ...ended, at: at(seconds) }] : [])) }
  }
  const uninterrupted = [expect.stringMatching(`^${rule}: .*nothing interrupted its attempt ${third}`)]
  expect(findViolations(endedAt(160))).toEqual([])
  expect(findViolations(endedAt(130))).toEqual(uninterrupted)

  const others = { ...endedAt(130), interruptions: kills.toSpliced(2, 1) }
  const withFolderFault = (seconds: number) =>
    findViolations({ ...others, calls: [...others.calls, call('/mailFolders', seconds, 503)] })
  expect(withFolderFault(125)).toEqual([])
  expect(withFolderFault(150)).toEqual(uninterrupted)
})

test('a failed call interrupts the attempt of the message or draft that it names', () => {
  const state = { ...gaveUp, interruptions: kills.slice(1) }
  const withFault = (id: string) => findViolations({ ...state, calls: [...state.calls, fault(id)] })
  expect(withFault('invoice')).toEqual([])
  expect(withFault('draft')).toEqual([])
  expect(withFault('news')).toHaveLength(1)
})
