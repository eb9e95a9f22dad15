import { describe, expect, test } from 'vitest'
import { DatabaseError } from '../db/database-error.ts'
import { toRestError } from './database-errors.ts'

function databaseError(code: string, message = 'message of PostgreSQL'): DatabaseError {
  return Object.assign(new DatabaseError(message, 0, 'error'), { code, detail: 'detail', hint: 'hint' })
}

test.each([
  ['22P02', 400],
  ['23502', 400],
  ['23503', 409],
  ['23505', 409],
  ['23514', 400],
  ['42703', 400],
  ['42883', 404],
  ['42P01', 404],
  ['25006', 405],
  ['P0001', 400],
  ['22023', 400],
  ['54011', 400],
])('returns PostgreSQL’s message for %s, an error of the caller: %i', (code, status) => {
  expect(toRestError(databaseError(code), 'authenticated')).toMatchObject({
    status,
    code,
    message: 'message of PostgreSQL',
    details: 'detail',
    hint: 'hint',
  })
})

test.each([
  ['08006', 503],
  ['53300', 503],
  ['53400', 500],
  ['57P01', 503],
  ['57P03', 500],
  ['40001', 500],
  ['42P17', 500],
  ['54001', 500],
  ['XX000', 500],
  ['P0002', 500],
  ['21000', 500],
])('hides PostgreSQL’s message for %s, an error of the server: %i', (code, status) => {
  const failure = toRestError(databaseError(code), 'authenticated')
  expect(failure).toMatchObject({ status, code, details: null, hint: null })
  expect(failure?.message).not.toContain('PostgreSQL')
})

test('reports a statement timeout', () => {
  expect(toRestError(databaseError('57014'), 'authenticated')).toMatchObject({
    status: 500,
    message: 'message of PostgreSQL',
  })
})

describe('missing privileges', () => {
  test('returns 401 to anonymous callers', () => {
    expect(toRestError(databaseError('42501'), 'anon')).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    })
  })
  test('returns 403 to signed-in users', () => {
    expect(toRestError(databaseError('42501'), 'authenticated')).toMatchObject({ status: 403, headers: {} })
  })
})

describe('an unreachable database', () => {
  test.each([
    [new Error('timeout exceeded when trying to connect'), 504, 'PGRST003'],
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 503, 'PGRST001'],
    [new Error('Connection terminated unexpectedly'), 503, 'PGRST001'],
    [new Error('Client has encountered a connection error and is not queryable'), 503, 'PGRST001'],
  ])('%s', (error, status, code) => expect(toRestError(error, 'anon')).toMatchObject({ status, code }))

  test('ignores other errors', () => {
    expect(toRestError(new TypeError('x'), 'anon')).toBeNull()
    expect(toRestError('text', 'anon')).toBeNull()
  })
})
