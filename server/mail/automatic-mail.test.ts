import { expect, test } from 'vitest'
import { isAutomatic } from './automatic-mail.ts'

const own = ['robin@contoso.example']
const by = (address: string, headers: Record<string, string> = {}) =>
  isAutomatic({ from: { address, name: '' }, headers }, own)

test.each([
  [{ 'auto-submitted': 'auto-replied' }],
  [{ 'auto-submitted': 'auto-generated; owner-email=x' }],
  [{ 'list-id': '<club.example>' }],
  [{ 'list-unsubscribe': '<https://shop.example/off>' }],
  [{ precedence: 'Bulk' }],
  [{ 'x-auto-response-suppress': 'DR, RN, NRN, OOF, AutoReply' }],
  [{ 'return-path': '<>' }],
  [{ 'x-mailroom-id': 'any' }],
])('%j is automatic', (headers) => {
  expect(by('anna@shop.example', headers)).toBe(true)
})

test.each([
  '',
  'robin@contoso.example',
  'Robin@Contoso.example',
  'MAILER-DAEMON@x.example',
  'no-reply@shop.example',
  'noreply+7@shop.example',
  'do_not_reply@x.example',
  'postmaster@x.example',
])('a message from %j is automatic', (address) => {
  expect(by(address)).toBe(true)
})

test.each([
  ['anna@shop.example', {}],
  ['anna@shop.example', { 'auto-submitted': 'no', precedence: 'normal', 'return-path': '<anna@shop.example>' }],
  ['noreen@shop.example', { 'x-auto-response-suppress': 'None' }],
  ['notifier.jones@shop.example', { 'feedback-id': 'x' }],
])('a message from %j with %j is not automatic', (address, headers) => {
  expect(by(address, headers)).toBe(false)
})
