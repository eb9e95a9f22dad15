import { describe, expect, test } from 'vitest'
import {
  codeOfAnswer,
  isFolderExists,
  isGone,
  isMailboxUnavailable,
  isProbeRefused,
  isSyncStateGone,
  isUnauthorized,
} from './graph-error.ts'
import { VendorError } from './vendor-error.ts'

const body = (error: unknown): string => JSON.stringify({ error })
const graph = (status: number, code: string): VendorError => new VendorError('graph', status, code)

describe('the code of a refusal', () => {
  test.for([
    ['ErrorItemNotFound', 'ErrorItemNotFound'],
    ['itemNotFound', 'ErrorItemNotFound'],
    ['ITEMNOTFOUND', 'ErrorItemNotFound'],
    ['syncStateNotFound', 'SyncStateNotFound'],
    ['toomanyrequests', 'TooManyRequests'],
    ['SomethingNew', 'SomethingNew'],
  ])('%s is %s', ([sent, read]) => {
    expect(codeOfAnswer(body({ code: sent, message: 'x' }))).toBe(read)
  })

  test('is the most specific known one of the nested codes', () => {
    const nested = {
      code: 'ExtensionError',
      innerError: { code: 'strange', innererror: { code: 'ErrorFolderExists' } },
    }
    expect(codeOfAnswer(body(nested))).toBe('ErrorFolderExists')
    expect(codeOfAnswer(body({ code: 'TooManyRequests', innerError: { code: 'strange' } }))).toBe('TooManyRequests')
  })

  test.for(['', '<html>', '[]', 'null', '{}', '{"error":null}', '{"error":"x"}', '{"error":{"code":7}}'])(
    'is unexpected where the body is %j',
    (text) => {
      expect(codeOfAnswer(text)).toBe('unexpected_answer')
    },
  )

  test('does not grow without bound, however the body is nested', () => {
    const deep = `${'{"code":"x","innerError":'.repeat(5000)}{}${'}'.repeat(5000)}`
    expect(codeOfAnswer(`{"error":${deep}}`)).toBe('x')
    expect(codeOfAnswer(body({ code: 'y'.repeat(5000) }))).toHaveLength(100)
  })
})

test('tells what a refusal means', () => {
  expect(isGone(graph(404, 'ErrorItemNotFound'))).toBe(true)
  expect(isGone(graph(400, 'ErrorInvalidIdMalformed'))).toBe(true)
  expect(isGone(graph(404, 'ResourceNotFound'))).toBe(true)
  expect(isGone(graph(404, 'MailboxNotEnabledForRESTAPI'))).toBe(false)
  expect(isGone(graph(400, 'RequestBodyRead'))).toBe(false)
  expect(isFolderExists(graph(400, 'ErrorFolderExists'))).toBe(true)
  expect(isFolderExists(graph(409, 'ErrorFolderExists'))).toBe(true)
  expect(isSyncStateGone(graph(410, 'unexpected_answer'))).toBe(true)
  expect(isSyncStateGone(graph(400, 'SyncStateNotFound'))).toBe(true)
  expect(isSyncStateGone(graph(404, 'ErrorItemNotFound'))).toBe(false)
  expect(isUnauthorized(graph(401, 'InvalidAuthenticationToken'))).toBe(true)
  expect(isUnauthorized(new VendorError('entra', 401, 'invalid_client'))).toBe(false)
})

test('a mailbox is unavailable only by its own codes', () => {
  for (const code of ['MailboxNotEnabledForRESTAPI', 'ErrorNonExistentMailbox']) {
    expect(isMailboxUnavailable(graph(404, code))).toBe(true)
  }
  for (const code of ['ExtensionError', 'ResourceNotFound']) {
    expect(isProbeRefused(graph(404, code))).toBe(true)
    expect(isMailboxUnavailable(graph(404, code))).toBe(false)
  }
  for (const [status, code] of [
    [503, 'MailboxInfoStale'],
    [503, 'ErrorMailboxMoveInProgress'],
    [500, 'ErrorMailboxStoreUnavailable'],
    [503, 'ExtensionError'],
    [429, 'TooManyRequests'],
    [0, 'timeout'],
  ] as const) {
    expect(isProbeRefused(graph(status, code))).toBe(false)
  }
})
