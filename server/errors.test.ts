import { expect, test } from 'vitest'
import { errors, ErrorBody } from '../contract/errors.ts'
import { createEvents } from './events.ts'
import { fail, Failure } from './errors.ts'
import { answerError } from './http/answer-error.ts'
import { pino } from 'pino'

const lines: string[] = []
const events = createEvents(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }))
const at = { requestId: 'request-1', method: 'POST', route: 'mail-graph' }

test('each listed failure answers its status, code and message', async () => {
  for (const [code, [status, message]] of Object.entries(errors)) {
    const answer = answerError({ events }, failureOf(code), at)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ error: { code, message, requestId: 'request-1' } })
  }
  expect(lines).toEqual([])
})

test('every message is a sentence for people, without technical words', () => {
  for (const [status, message] of Object.values(errors)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message).toMatch(/^[A-Z].{8,200}$/)
    expect(message).not.toMatch(/undefined|null|exception|stack|sql/i)
  }
})

test('anything else answers 500 with nothing but a request id; the log has the rest', async () => {
  lines.length = 0
  const answer = answerError({ events }, new Error('column "secret" of alice@example.com'), at)
  expect(answer.status).toBe(500)
  const body = ErrorBody.parse(await answer.json())
  expect(body.error).toEqual({ code: 'internal', message: errors.internal[1], requestId: 'request-1' })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'request_failed', requestId: 'request-1' })
})

test.each([null, undefined, 'a string', 42, { message: 'an object' }])(
  'a thrown %j is no less hidden',
  async (thrown) => {
    const body = await answerError({ events }, thrown, at).text()
    expect(JSON.parse(body).error.code).toBe('internal')
    expect(body).not.toContain('an object')
  },
)

test('whoever must sign in is told how', () => {
  expect(answerError({ events }, new Failure('unauthorized'), at).headers.get('www-authenticate')).toBe('Bearer')
})

function failureOf(code: string): unknown {
  try {
    return isListed(code) ? fail(code) : null
  } catch (error) {
    return error
  }
}

const isListed = (code: string): code is keyof typeof errors => Object.hasOwn(errors, code)
