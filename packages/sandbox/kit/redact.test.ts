import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test('redacts credentials in headers, addresses, forms and JSON, and leaves a fingerprint', () => {
  const headers = redact.headers({
    authorization: 'Bearer abc',
    cookie: 'x=1',
    accept: '*/*',
    location: 'http://x/?code=abc&state=s',
  })
  expect(JSON.stringify(headers)).not.toMatch(/abc|x=1/)
  expect(headers.accept).toBe('*/*')
  expect(headers.location).toContain('state=s')
  expect(redact.url('http://x/?code=abc&q=1')).not.toContain('abc')
  expect(redact.body('client_secret=abc&grant_type=refresh_token&refresh_token=abc')).toMatchObject({
    grant_type: 'refresh_token',
    client_secret: expect.stringMatching(/^\[blotted /),
  })
  const twice = redact.body('{"access_token":"abc","inner":[{"refresh_token":"abc"}],"expires_in":3600}')
  expect(JSON.stringify(twice)).not.toContain('"abc"')
  expect(twice).toMatchObject({ expires_in: 3600 })
  expect(Reflect.get(Object(twice), 'access_token')).toBe(redact.headers({ cookie: 'abc' }).cookie)
})

test('keeps the code of an error, and text that is neither a form nor JSON', () => {
  expect(redact.body('{"error":{"code":"ErrorAccessDenied","message":"no"}}')).toEqual({
    error: { code: 'ErrorAccessDenied', message: 'no' },
  })
  expect(redact.body('<html>a=b</html>')).toBe('<html>a=b</html>')
  expect(redact.body('{"cut')).toBe('{"cut')
  expect(redact.body('')).toBeNull()
})

test('redacts portal addresses, card fields and webhook secrets', () => {
  const portal = 'http://x/billing.stripe.com/p/session/test_abc-1/customer'
  const redacted = [
    redact.url(portal),
    redact.headers({ location: portal }),
    redact.body(`{"url":"${portal}"}`),
    redact.body(`<a href="${portal}">`),
    redact.body('card_number=abc-1&card_cvc=abc-1'),
    redact.body('{"secret":"abc-1"}'),
  ]
  expect(JSON.stringify(redacted)).not.toContain('abc-1')
  expect(redact.url(portal)).toMatch(/\/p\/session\/[^/]+\/customer$/)
})
