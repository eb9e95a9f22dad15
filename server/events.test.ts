import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createEvents } from './events.ts'

function record() {
  const lines: string[] = []
  const events = createEvents(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }))
  return {
    events,
    lines: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    text: () => lines.join(''),
  }
}

test('writes one log line and increments one counter per event, by name and reason', async () => {
  const { events, lines } = record()
  events.messageLeft({ mailboxId: 'm', logId: 'a', reason: 'no_match' })
  events.messageLeft({ mailboxId: 'm', logId: 'b', reason: 'no_match' })
  events.messageLeft({ mailboxId: 'm', logId: 'c', reason: 'limit' })
  expect(lines()).toHaveLength(3)
  expect(lines()[0]).toMatchObject({ level: 30, event: 'message_left', mailboxId: 'm', logId: 'a', reason: 'no_match' })
  const metrics = await events.metrics()
  expect(metrics).toContain('mailroom_events_total{event="message_left",reason="no_match"} 2')
  expect(metrics).toContain('mailroom_events_total{event="message_left",reason="limit"} 1')
})

test('counts from 0 what an alert has to notice at its first occurrence', async () => {
  const { events } = record()
  const first = 'mailroom_events_total{event="self_check_difference",reason="count_wrong"}'
  expect(await events.metrics()).toContain(`${first} 0`)
  events.selfCheckDiffers({ differences: [{ mailboxId: 'm', kind: 'count_wrong' }] })
  expect(await events.metrics()).toContain(`${first} 1`)
})

test('logs suspicious events as warnings and failures as errors', () => {
  const { events, lines } = record()
  events.refreshTokenReused({ userId: 'u', sessionId: 's' })
  events.backgroundError({ part: 'jobs', error: new Error('gone') })
  expect(lines().map((line) => line['level'])).toEqual([40, 50])
})

test('counts each change notification and logs batches at debug level only', async () => {
  const { events, lines } = record()
  events.changeNotificationsReceived({ accepted: 3, refused: 2 })
  expect(lines().map((line) => line['level'])).toEqual([20])
  const metrics = await events.metrics()
  expect(metrics).toContain('event="change_notifications_accepted",reason=""} 3')
  expect(metrics).toContain('event="change_notifications_refused",reason=""} 2')
})

test('logs name, truncated message and stack of an error, and none of its other properties', () => {
  const { events, text, lines } = record()
  const error = Object.assign(new Error('x'.repeat(1000)), {
    detail: 'Key (email)=(alice@example.com) already exists.',
    response: { body: 'the text of a mail' },
    cause: new Error('token eyJhbGciOi'),
  })
  events.requestFailed({ requestId: 'r', method: 'POST', route: 'mail-graph', error })
  expect(text()).not.toMatch(/alice|text of a mail|eyJhbGciOi/)
  expect(lines()[0]).toMatchObject({ event: 'request_failed', requestId: 'r', route: 'mail-graph' })
  expect(JSON.stringify(lines()[0]?.['err']).match(/x{9,}/g)).toEqual(['x'.repeat(200)])
})

test('logs the message of an error as one line that acts on no terminal and reorders no text, and its frames', () => {
  const { events, text, lines } = record()
  const hostile = 'bad\r\n{"event":"signed_in"}\n    at forged (/etc/passwd:1:1)\u001b[2J\u202egnp\u2028end\u200b'
  events.jobFailed({ job: 'drain-mailbox', jobId: 'j', error: new Error(hostile) })
  expect(text().trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\\u00|\\r/u)
  expect(lines()[0]?.['err']).toMatchObject({
    message: 'bad {"event":"signed_in"}     at forged (/etc/passwd:1:1) [2J gnp end ',
    stack: expect.stringMatching(/^ {4}at \S*.*events\.test\.ts/),
  })
  expect(JSON.stringify(lines()[0]?.['err'])).not.toMatch(/stack.*forged/)
})

test.each([undefined, null, 'a string', { toString: 'no function' }])('accepts the thrown value %j', (error) => {
  const { events, lines } = record()
  events.jobFailed({ job: 'drain-mailbox', jobId: 'j', error })
  expect(lines()[0]).toMatchObject({ event: 'job_failed', jobId: 'j' })
})
