import { expect, test } from 'vitest'
import { errors, ErrorBody } from '../contract/errors.ts'
import { createEvents } from './events.ts'
import { fail, AppError } from './errors.ts'
import { toErrorResponse } from './http/response/error-response.ts'
import { pino } from 'pino'

const lines: string[] = []
const events = createEvents(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }))
const at = { requestId: 'request-1', method: 'POST', route: 'mail-graph' }

test('returns status, code and message of each listed error', async () => {
  for (const [code, [status, message]] of Object.entries(errors)) {
    const response = toErrorResponse({ events }, failureOf(code), at)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ error: { code, message, requestId: 'request-1' } })
  }
  expect(lines).toEqual([])
})

test('contains only messages for users, without technical terms', () => {
  for (const [status, message] of Object.values(errors)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message).toMatch(/^[A-Z].{8,200}$/)
    expect(message).not.toMatch(/undefined|null|exception|stack|sql/i)
  }
})

test('returns 500 with a request id for an unexpected error, and logs the details', async () => {
  lines.length = 0
  const response = toErrorResponse({ events }, new Error('column "secret" of alice@example.com'), at)
  expect(response.status).toBe(500)
  const body = ErrorBody.parse(await response.json())
  expect(body.error).toEqual({ code: 'internal', message: errors.internal[1], requestId: 'request-1' })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'request_failed', requestId: 'request-1' })
})

test.each([null, undefined, 'a string', 42, { message: 'an object' }])(
  'a thrown %j is no less hidden',
  async (thrown) => {
    const body = await toErrorResponse({ events }, thrown, at).text()
    expect(JSON.parse(body).error.code).toBe('internal')
    expect(body).not.toContain('an object')
  },
)

test('a new row about a row that was deleted meanwhile is no error of the server', async () => {
  lines.length = 0
  const refused = (message: string) =>
    toErrorResponse({ events }, Object.assign(new Error(message), { code: '23503' }), at)
  expect(refused('insert or update on table "backfills" violates a foreign key').status).toBe(409)
  expect(lines).toEqual([])
  expect(refused('update or delete on table "mailboxes" violates a foreign key').status).toBe(500)
})

test('sends WWW-Authenticate with 401', () => {
  expect(toErrorResponse({ events }, new AppError('unauthorized'), at).headers.get('www-authenticate')).toBe('Bearer')
})

function failureOf(code: string): unknown {
  try {
    return isListed(code) ? fail(code) : null
  } catch (error) {
    return error
  }
}

const isListed = (code: string): code is keyof typeof errors => Object.hasOwn(errors, code)
