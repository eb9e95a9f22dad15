import { expect, test } from 'vitest'
import { safeRedirectUrl, safeServiceUrl } from './safe-url.ts'

const sandbox = 'http://127.0.0.1:3001'

test.each([
  ['https://login.microsoftonline.com/common/oauth2/v2.0/authorize?x=1', null],
  ['https://accounts.google.com/o/oauth2/v2/auth?x=1', null],
  ['https://checkout.stripe.com/c/pay/cs_1#x', null],
  ['https://billing.stripe.com/p/session/bps_1', null],
  ['https://invoice.stripe.com/i/acct_1/x', null],
  ['http://127.0.0.1:3001/login.microsoftonline.com/common', sandbox],
])('allows a redirect to %s', (address, sandboxUrl) => {
  expect(safeRedirectUrl(address, sandboxUrl)?.href).toBe(address)
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
])('refuses a redirect to %s', (address) => {
  expect(safeRedirectUrl(address, sandbox)).toBeNull()
})

test('refuses the sandbox URL if no sandbox is configured', () => {
  expect(safeRedirectUrl(`${sandbox}/x`, null)).toBeNull()
})

test.each([
  'https://www.dropbox.com/home/Invoices?preview=bill.pdf',
  'https://drive.google.com/file/d/1/view',
  'https://outlook.office365.com/owa/?ItemID=1',
  'http://127.0.0.1:3001/files/dropbox/a',
])('allows a link to %s', (address) => {
  expect(safeServiceUrl(address, sandbox)?.href).toBe(address)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/', 'https://a@evil.example/', 'x', null])(
  'refuses a link to %s',
  (address) => {
    expect(safeServiceUrl(address, sandbox)).toBeNull()
    expect(safeServiceUrl(address, null)).toBeNull()
  },
)
