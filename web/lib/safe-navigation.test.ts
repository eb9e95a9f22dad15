import { expect, test } from 'vitest'
import { safeAddress, safeEffectAddress } from './safe-navigation.ts'

const sandbox = 'http://127.0.0.1:3001'

test.each([
  ['https://login.microsoftonline.com/common/oauth2/v2.0/authorize?x=1', null],
  ['https://accounts.google.com/o/oauth2/v2/auth?x=1', null],
  ['https://checkout.stripe.com/c/pay/cs_1#x', null],
  ['https://billing.stripe.com/p/session/bps_1', null],
  ['https://invoice.stripe.com/i/acct_1/x', null],
  ['http://127.0.0.1:3001/login.microsoftonline.com/common', sandbox],
])('%s is one of ours', (address, sandboxUrl) => {
  expect(safeAddress(address, sandboxUrl)?.href).toBe(address)
})

test.each([
  'http://login.microsoftonline.com/',
  'https://login.microsoftonline.com.evil.example/',
  'https://login.microsoftonline.com:8443/',
  'https://login.microsoftonline.com@evil.example/',
  'https://stripe.com/',
  'https://js.stripe.com/',
  'https://user@login.microsoftonline.com/',
  'https://evil.example/login.microsoftonline.com',
  'http://127.0.0.1:3002/',
  'https://127.0.0.1:3001/',
  '//evil.example/',
  '/relative',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
])('%s is refused', (address) => {
  expect(safeAddress(address, sandbox)).toBeNull()
})

test('without a sandbox its address is refused too', () => {
  expect(safeAddress(`${sandbox}/x`, null)).toBeNull()
})

test.each([
  'https://www.dropbox.com/home/Invoices?preview=bill.pdf',
  'https://drive.google.com/file/d/1/view',
  'https://outlook.office365.com/owa/?ItemID=1',
  'http://127.0.0.1:3001/files/dropbox/a',
])('%s may be looked at', (address) => {
  expect(safeEffectAddress(address, sandbox)?.href).toBe(address)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/', 'https://a@evil.example/', 'x', null])(
  '%s is no page to look at',
  (address) => {
    expect(safeEffectAddress(address, sandbox)).toBeNull()
    expect(safeEffectAddress(address, null)).toBeNull()
  },
)
