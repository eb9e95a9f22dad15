import { expect, test } from 'vitest'
import { unsubscribeUrlOf } from './unsubscribe-url.ts'

const of = (value: string) => unsubscribeUrlOf({ 'list-unsubscribe': value })

test.each([
  ['the https address beside a mail address', '<mailto:a@b.example>, <https://n.shop.example/u?id=1>'],
  ['one with the spaces of a folded line', '<https://n.shop.example/u?\t id=1>'],
])('offers %s', (_, value) => {
  expect(of(value)).toBe('https://n.shop.example/u?id=1')
})

test('names a host in other scripts as the browser calls it', () => {
  // The first letter is Cyrillic.
  expect(of('<https://аpple.example/u>')).toBe('https://xn--pple-43d.example/u')
})

test.each([
  ['no header', null],
  ['http', '<http://shop.example/u>'],
  ['a mail address only', '<mailto:leave@shop.example>'],
  ['a script', '<javascript:alert(1)>'],
  ['a script behind a blank', '< java\tscript:alert(1)>'],
  ['data', '<data:text/html,hi>'],
  ['credentials, which look like a host', '<https://bank.example@evil.example/u>'],
  ['a password', '<https://:secret@evil.example/u>'],
  ['an IP address', '<https://192.168.1.1/reset>'],
  ['an IP address as one number', '<https://3232235777/reset>'],
  ['an IPv6 address', '<https://[::1]/reset>'],
  ['a host without a domain', '<https://router/reset>'],
  ['a host of the own network', '<https://nas.local/reset>'],
  ['another host of the own network', '<https://wiki.intranet/reset>'],
  ['this computer', '<https://app.localhost/reset>'],
  ['a relative address', '</unsubscribe>'],
  ['no brackets', 'https://shop.example/u'],
  ['an address that was cut', '<https://shop.example/u'],
  ['an address that is too long', `<https://shop.example/${'u'.repeat(900)}>`],
  ['a host that is no host', '<https://a b>.example/u>'],
])('offers nothing for %s', (_, value) => {
  expect(value === null ? unsubscribeUrlOf({}) : of(value)).toBeNull()
})
