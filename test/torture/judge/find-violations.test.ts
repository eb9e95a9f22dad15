import { expect, test } from 'vitest'
import { RunReason } from '../../../contract/action-runs.ts'
import { ReasonCode } from '../../../contract/reasons.ts'
import type { GraphCall, SandboxMessage } from '../mailboxes.ts'
import type { LogRow } from '../stored-state.ts'
import { at, call, draft, faultless, inOutlook, move, reply, row } from './faultless-state.ts'
import type { FinalState } from './final-state.ts'
import { checkResults } from './check-results.ts'
import { findViolations } from './find-violations.ts'

const changed = (id: string, change: Partial<LogRow>): Pick<FinalState, 'log'> => ({
  log: faultless.log.map((one) => (one.messageId === id ? { ...one, ...change } : one)),
})
const placed = (id: string, folder: string): Pick<FinalState, 'outlook'> => ({
  outlook: faultless.outlook.map((one) => (one.id === id ? { ...one, folder } : one)),
})
const deleted = (id: string): Pick<FinalState, 'outlook'> => ({
  outlook: faultless.outlook.filter((one) => one.id !== id),
})
const created = (message: SandboxMessage): Pick<FinalState, 'outlook'> => ({
  outlook: [...faultless.outlook, message],
})
const called = (...calls: GraphCall[]): Pick<FinalState, 'calls'> => ({ calls })
const counted = (messages: number): Pick<FinalState, 'usage'> => ({ usage: [{ month: '2026-11-01', messages }] })
/** The newsletter stays in the inbox. */
const left = (status: string, reason: string | null): Partial<FinalState> => ({
  ...changed('news', { status, reason, movedAt: null }),
  ...placed('news', 'Inbox'),
  calls: [move('invoice', 1), reply('invoice', 2), move('back', 1)],
})
const run = (status: string, reason: string | null): Partial<FinalState> =>
  changed('invoice', { runs: [{ status, reason }] })

const readAt = (seconds: number): GraphCall => ({ ...call('/messages/news', seconds, 200), method: 'GET' })
const refused: GraphCall = { ...readAt(30), status: 429 }

test('a state without a violation', () => {
  expect(findViolations(faultless)).toEqual([])
})

test('the judge knows only the wait that an incident requests', () => {
  const throttled: GraphCall = { ...refused, exceedsConcurrency: true }
  expect(findViolations({ ...faultless, ...called(...faultless.calls, throttled, readAt(35)) })).toEqual([])
})

test.each<[violation: string, change: Partial<FinalState>]>([
  ['1: message news has no row in', { log: faultless.log.filter((one) => one.messageId !== 'news'), ...counted(2) }],
  ['2: message news has 2 rows', { log: [...faultless.log, row('news', 'Newsletters', [])], ...counted(4) }],
  ['2: message news was moved 2 times', called(...faultless.calls, move('news', 9))],
  ['3: message news (processing, null) has no result', left('processing', null)],
  ['3: message news (left, tired) ended without a reason of the list', left('left', 'tired')],
  ['3: message news (failed, no_match) has a reason of another status', left('failed', 'no_match')],
  ['4: message news is no longer in Outlook', deleted('news')],
  ['4: the mailbox has 5 messages, and 4 arrived', created(inOutlook('copy', 'Archive'))],
  ['5: message back was moved after the user', called(move('invoice', 1), reply('invoice', 2), move('back', 9))],
  ['5: message back is not where the user put it', placed('back', 'Newsletters')],
  ['5: message news has taught', { corrections: [{ messageId: 'news', folderId: null }] }],
  ['5: message back has taught', { corrections: [{ messageId: 'back', folderId: 'folder' }] }],
  ['6: a reply to message invoice was drafted before', called(reply('invoice', 1), move('invoice', 2))],
  ['7: message news is poison', left('failed', 'poison')],
  ['8: message invoice has 2 drafts for 1 runs', created(draft('second', 'invoice'))],
  ['9: message invoice has 0 drafts, but 1 runs are done', deleted('draft')],
  ['9: message invoice has 0 runs, and not 1', { ...changed('invoice', { runs: [] }), ...deleted('draft') }],
  ['13: 5 calls to Graph were in flight', called({ ...move('invoice', 1), concurrency: 5 }, reply('invoice', 2))],
  ['14: a call of 2026-11-30T23:00:35.000Z was sent in the wait', called(...faultless.calls, refused, readAt(35))],
  ['18: the mailbox has 0 live subscriptions', { subscriptions: { live: [], stored: 'live' } }],
  ['18: the mailbox has 2 live subscriptions', { subscriptions: { live: ['live', 'second'], stored: 'live' } }],
  ['18: the live subscription is live, and the stored one null', { subscriptions: { live: ['live'], stored: null } }],
  ['20: 4 messages are counted in 2026-11-01, and 3 rows', counted(4)],
  ['24: message old has a row, and never arrived', { log: [...faultless.log, row('old', '', [])], ...counted(4) }],
  ['24: message news is in Inbox, and by its row in Newsletters', placed('news', 'Inbox')],
  ['24: message news is in Newsletters, and by its row in Inbox', changed('news', { movedAt: null })],
])('%s', (violation, change) => {
  expect(findViolations({ ...faultless, ...change })).toEqual([expect.stringContaining(violation)])
})

test.each(RunReason.options.filter((reason) => reason !== 'done' && reason !== 'gave_up'))(
  'a run that failed with %s is reported',
  (reason) => {
    const found = findViolations({ ...faultless, ...run('failed', reason) })
    expect(found).toEqual([expect.stringMatching(/^9: the run of message invoice is failed .* nothing explains$/)])
  },
)

test('calls are permitted while the nodes learn of a wait, after it, and where a node may have lost it', () => {
  const found = (second: number, interruptions: FinalState['interruptions'] = []) =>
    findViolations({ ...faultless, ...called(...faultless.calls, refused, readAt(second)), interruptions })
  expect([31, 40].map((second) => found(second))).toEqual([[], []])
  expect(found(35, [{ node: 1, from: at(30), to: at(30) }])).toEqual([])
  expect(found(35, [{ node: 1, from: at(34), to: at(34) }])).toHaveLength(1)
})

test('the classifier learns nothing from the user before the first message is moved back', () => {
  const early = left('left', 'no_match')
  const log = early.log?.map((one) => ({ ...one, processedAt: at(4) })) ?? []
  expect(findViolations({ ...faultless, ...early, log })).toEqual([expect.stringMatching(/^3: message news /)])
})

/** Those that the run explains for a newsletter after another one was moved back. */
const explained: ReasonCode[] = ['no_match', 'low_confidence']
const status = (reason: ReasonCode): string =>
  ({ assigned: 'processed', limit: 'limit_reached' })[reason as string] ?? 'left'

test.each(ReasonCode.options.filter((reason) => !['sorted', 'poison'].includes(reason)))(
  'a message that ended as %s is explained or reported',
  (reason) => {
    const found = findViolations({ ...faultless, ...left(status(reason), reason) })
    expect(found).toEqual(explained.includes(reason) ? [] : [expect.stringMatching(/^3: .* nothing .* explains it$/)])
  },
)

test('an invoice that is left as unsure is reported, however many newsletters were moved back', () => {
  const log = faultless.log
    .filter(({ messageId }) => messageId === 'invoice')
    .map((one) => ({ ...one, status: 'left', reason: 'low_confidence', processedAt: at(20) }))
  const movedBack = new Map(Array.from({ length: 20 }, (_, n) => [`back${n}`, at(5)]))
  expect(checkResults({ ...faultless, log, movedBack })).toHaveLength(1)
})
