import { expect, test } from 'vitest'
import { safeAddress } from './safe-navigation.ts'

const sandbox = 'http://127.0.0.1:3001'

test.each([
  ['https://login.microsoftonline.com/common/oauth2/v2.0/authorize?x=1', null],
  ['https://accounts.google.com/o/oauth2/v2/auth?x=1', null],
  ['https://accounts.google.com/o/oauth2/v2/auth?x=1', null],
  ['http://127.0.0.1:3001/login.microsoftonline.com/common', sandbox],
])('%s is one of ours', (address, sandboxUrl) => {
  expect(safeAddress(address, sandboxUrl)?.href).toBe(address)
})

test.each([
  'http://login.microsoftonline.com/',
  'https://login.microsoftonline.com.evil.example/',
  'https://login.microsoftonline.com:8443/',
  'https://login.microsoftonline.com@evil.example/',
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
