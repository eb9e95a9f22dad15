import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRedirectPath, redirectPaths } from '../../../contract/redirect-paths.ts'
import { readConfig } from '../../config.ts'
import { allowedRedirect, redirectToOf } from './redirect-to.ts'
import { anyCharacter, anyUrl } from '../../../test/kit/any-character.ts'

const home = 'https://mail.tidewell.example'
const at = (publicUrl: string) => ({ config: readConfig({ PUBLIC_URL: publicUrl }) })
const returned = (asked: string, publicUrl = home): string => allowedRedirect(at(publicUrl), asked)
const usual = `${home}/dashboard`

/** Fragments that have confused URL parsers. */
const words = `https: http: javascript: data: ftp: HTTPS: // / \\ @ : ? # . .. ; mail.tidewell.example evil.example
  127.0.0.1 2130706433 [::1] localhost :443 :8443 %2f %5c %40 %00 %0d%0a %2e`.split(/\s+/)
const bits = [...words, '\t', '\n', '\u0000', '\u3002', '\uFF0F', '\uFF20', '\u202E', ' ', ...redirectPaths]
const bit = fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 6, unit: anyCharacter }))
/** Texts that resemble URLs. */
const tricky = fc.array(bit, { maxLength: 12 }).map((parts) => parts.join(''))

test('redirects only to pages of this site, whatever is requested', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        tricky,
        tricky.map((text) => home + text),
        anyUrl,
        fc.string(),
      ),
      (asked) => {
        const result = returned(asked)
        const url = new URL(result)
        expect(url.origin).toBe(home)
        expect([url.username, url.password, url.hash]).toEqual(['', '', ''])
        expect(isRedirectPath(url.pathname)).toBe(true)
        // It is sent in a header unescaped.
        expect(result).toMatch(/^[\x21-\x7e]+$/)
      },
    ),
    { numRuns: 200 },
  )
})

test('keeps the query of an allowed page and drops the fragment', () => {
  const pairs = fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 10 }), fc.string({ maxLength: 20 })), {
    maxLength: 5,
  })
  fc.assert(
    fc.property(fc.constantFrom(...redirectPaths), pairs, fc.string(), (path, given, fragment) => {
      const query = new URLSearchParams(given)
      const asked = `${home}${path}${query.size > 0 ? `?${query}` : ''}`
      expect(returned(asked)).toBe(asked)
      expect(returned(`${asked}#${encodeURIComponent(fragment)}`)).toBe(asked)
    }),
  )
})

test('refuses similar origins', () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,8}$/)
  const others = fc.oneof(
    label.map((name) => `https://${name}.mail.tidewell.example`),
    label.map((name) => `https://mail.tidewell.example.${name}`),
    label.map((name) => `https://mail.tidewell.example@${name}.example`),
    label.map((name) => `https://${name}@mail.tidewell.example`),
    label.map((name) => `https://${name}:x@mail.tidewell.example`),
    fc
      .integer({ min: 1, max: 65_535 })
      .filter((port) => port !== 443)
      .map((port) => `https://mail.tidewell.example:${port}`),
    fc.ipV4().map((ip) => `https://${ip}`),
    fc.ipV6().map((ip) => `https://[${ip}]`),
    fc.nat().map((ip) => `https://${ip}`),
  )
  fc.assert(
    fc.property(others, fc.constantFrom(...redirectPaths), (origin, path) => {
      expect(returned(origin + path)).toBe(usual)
    }),
  )
})

describe('refuses', () => {
  test.each([
    '',
    '/account',
    'account',
    '//mail.tidewell.example/account',
    '\\\\mail.tidewell.example/account',
    'https:\\\\mail.tidewell.example/account',
    'https://mail.tidewell.example\\@evil.example/account',
    'https://evil.example\\.mail.tidewell.example/account',
    'http://mail.tidewell.example/account',
    'https://mail.tidewell.example:8443/account',
    'https://mail.tidewell.example/account/',
    'https://mail.tidewell.example/Account',
    'https://mail.tidewell.example/%61ccount',
    'https://mail.tidewell.example/account%2f..%2fdashboard',
    'https://mail.tidewell.example/auth/v1/verify',
    'https://mail.tidewell.example./account',
    'https://mail.tidewell.example/acc\tount',
    'https://mail.tidewell.example/account\n',
    ' https://mail.tidewell.example/account',
    'javascript:alert(1)//https://mail.tidewell.example/account',
    'data:text/html,https://mail.tidewell.example/account',
    'blob:https://mail.tidewell.example/account',
    `https://mail.tidewell.example/account?x=${'x'.repeat(2000)}`,
  ])('%j', (asked) => {
    expect(returned(asked)).toBe(usual)
  })
})

test.each([
  'https://mail.tidewell.example:443/account',
  'HTTPS://MAIL.tidewell.example/account',
  'https://mail.tidewell.example/x/../account',
])('accepts equivalent spellings: %s', (asked) => {
  expect(returned(asked)).toBe(`${home}/account`)
})

test('reads the address from the query, otherwise from the header', () => {
  const ask = (query: string, header?: string) =>
    redirectToOf(at(home), {
      url: new URL(`${home}/auth/v1/otp${query}`),
      request: new Request(home, header === undefined ? {} : { headers: { redirect_to: header } }),
    })
  const [account, login] = [`${home}/account`, `${home}/auth/login`]
  expect(ask(`?redirect_to=${encodeURIComponent(account)}`, login)).toBe(account)
  expect(ask('', login)).toBe(login)
  expect(ask('')).toBe(usual)
})
