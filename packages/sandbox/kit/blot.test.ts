import { expect, test } from 'vitest'
import { blot } from './blot.ts'

test('credentials go from headers, addresses, forms and JSON; a fingerprint stays', () => {
  const headers = blot.headers({
    authorization: 'Bearer abc',
    cookie: 'x=1',
    accept: '*/*',
    location: 'http://x/?code=abc&state=s',
  })
  expect(JSON.stringify(headers)).not.toMatch(/abc|x=1/)
  expect(headers.accept).toBe('*/*')
  expect(headers.location).toContain('state=s')
  expect(blot.url('http://x/?code=abc&q=1')).not.toContain('abc')
  expect(blot.body('client_secret=abc&grant_type=refresh_token&refresh_token=abc')).toMatchObject({
    grant_type: 'refresh_token',
    client_secret: expect.stringMatching(/^\[blotted /),
  })
  const twice = blot.body('{"access_token":"abc","inner":[{"refresh_token":"abc"}],"expires_in":3600}')
  expect(JSON.stringify(twice)).not.toContain('"abc"')
  expect(twice).toMatchObject({ expires_in: 3600 })
  expect(Reflect.get(Object(twice), 'access_token')).toBe(blot.headers({ cookie: 'abc' }).cookie)
})

test('the code of an error is no secret; other text stays as it is', () => {
  expect(blot.body('{"error":{"code":"ErrorAccessDenied","message":"no"}}')).toEqual({
    error: { code: 'ErrorAccessDenied', message: 'no' },
  })
  expect(blot.body('<html>a=b</html>')).toBe('<html>a=b</html>')
  expect(blot.body('{"cut')).toBe('{"cut')
  expect(blot.body('')).toBeNull()
})

test('the address of a portal, a card and a secret of webhooks are credentials, too', () => {
  const portal = 'http://x/billing.stripe.com/p/session/test_abc-1/customer'
  const said = [
    blot.url(portal),
    blot.headers({ location: portal }),
    blot.body(`{"url":"${portal}"}`),
    blot.body(`<a href="${portal}">`),
    blot.body('card_number=abc-1&card_cvc=abc-1'),
    blot.body('{"secret":"abc-1"}'),
  ]
  expect(JSON.stringify(said)).not.toContain('abc-1')
  expect(blot.url(portal)).toMatch(/\/p\/session\/[^/]+\/customer$/)
})
