import { describe, expect, test } from 'vitest'
import {
  parseGraphErrorCode,
  isFolderExists,
  isNotFound,
  isMailboxUnavailable,
  hasNoMailbox,
  isDeltaLinkExpired,
  isUnauthorized,
  toVendorError,
} from './graph-error.ts'
import { AccountDownError, quotaFullCode, VendorError } from '../http/vendor-error.ts'

const body = (error: unknown): string => JSON.stringify({ error })
const graph = (status: number, code: string): VendorError => new VendorError('graph', status, code)

describe('the error code', () => {
  test.for([
    ['ErrorItemNotFound', 'ErrorItemNotFound'],
    ['itemNotFound', 'ErrorItemNotFound'],
    ['ITEMNOTFOUND', 'ErrorItemNotFound'],
    ['syncStateNotFound', 'SyncStateNotFound'],
    ['toomanyrequests', 'TooManyRequests'],
    ['SomethingNew', 'SomethingNew'],
  ])('%s is %s', ([sent, read]) => {
    expect(parseGraphErrorCode(body({ code: sent, message: 'x' }))).toBe(read)
  })

  test('is the innermost known code', () => {
    const nested = {
      code: 'ExtensionError',
      innerError: { code: 'strange', innererror: { code: 'ErrorFolderExists' } },
    }
    expect(parseGraphErrorCode(body(nested))).toBe('ErrorFolderExists')
    expect(parseGraphErrorCode(body({ code: 'TooManyRequests', innerError: { code: 'strange' } }))).toBe(
      'TooManyRequests',
    )
  })

  test.for(['', '<html>', '[]', 'null', '{}', '{"error":null}', '{"error":"x"}', '{"error":{"code":7}}'])(
    'is unexpected where the body is %j',
    (text) => {
      expect(parseGraphErrorCode(text)).toBe('unexpected_answer')
    },
  )

  test('is bounded for any nesting', () => {
    const deep = `${'{"code":"x","innerError":'.repeat(5000)}{}${'}'.repeat(5000)}`
    expect(parseGraphErrorCode(`{"error":${deep}}`)).toBe('x')
    expect(parseGraphErrorCode(body({ code: 'y'.repeat(5000) }))).toHaveLength(100)
  })
})

test('classifies errors', () => {
  expect(isNotFound(graph(404, 'ErrorItemNotFound'))).toBe(true)
  expect(isNotFound(graph(400, 'ErrorInvalidIdMalformed'))).toBe(true)
  expect(isNotFound(graph(404, 'ResourceNotFound'))).toBe(true)
  expect(isNotFound(graph(404, 'MailboxNotEnabledForRESTAPI'))).toBe(false)
  expect(isNotFound(graph(400, 'RequestBodyRead'))).toBe(false)
  expect(isFolderExists(graph(400, 'ErrorFolderExists'))).toBe(true)
  expect(isFolderExists(graph(409, 'ErrorFolderExists'))).toBe(true)
  expect(isDeltaLinkExpired(graph(410, 'unexpected_answer'))).toBe(true)
  expect(isDeltaLinkExpired(graph(400, 'SyncStateNotFound'))).toBe(true)
  expect(isDeltaLinkExpired(graph(404, 'ErrorItemNotFound'))).toBe(false)
  expect(isUnauthorized(graph(401, 'InvalidAuthenticationToken'))).toBe(true)
  expect(isUnauthorized(new VendorError('entra', 401, 'invalid_client'))).toBe(false)
})

test('a mailbox that is being moved is down, and not Graph; a full one has the code of all providers', () => {
  for (const code of ['MailboxInfoStale', 'ErrorMailboxMoveInProgress', 'ErrorMailboxStoreUnavailable'])
    expect(toVendorError(503, code, null)).toBeInstanceOf(AccountDownError)
  expect(toVendorError(503, 'ServiceUnavailable', null)).not.toBeInstanceOf(AccountDownError)
  expect(toVendorError(507, 'ErrorQuotaExceeded', null)).toMatchObject({ status: 507, code: quotaFullCode })
})

test('reports an unavailable mailbox by its own codes only', () => {
  for (const code of ['MailboxNotEnabledForRESTAPI', 'ErrorNonExistentMailbox']) {
    expect(isMailboxUnavailable(graph(404, code))).toBe(true)
  }
  for (const code of ['ExtensionError', 'ResourceNotFound']) {
    expect(hasNoMailbox(graph(404, code))).toBe(true)
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
    expect(hasNoMailbox(graph(status, code))).toBe(false)
  }
})
