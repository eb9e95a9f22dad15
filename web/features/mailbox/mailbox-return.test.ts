import { expect, test } from 'vitest'
import { mailboxInList, readMailboxReturn } from './mailbox-return.ts'

test('reads a mailbox id on any page; the dashboard accepts an email address or neither as well', () => {
  const byId = { mailbox_connected: 'true', mailbox_id: 'm1' }
  expect(readMailboxReturn('/account', byId)).toEqual({ outcome: 'connected', mailboxId: 'm1', email: null })
  expect(readMailboxReturn('/dashboard', byId)).toEqual({ outcome: 'connected', mailboxId: 'm1', email: null })
  const byAddress = { mailbox_connected: 'true', email: 'a@b.example' }
  expect(readMailboxReturn('/dashboard', byAddress)).toMatchObject({ mailboxId: null, email: 'a@b.example' })
  expect(readMailboxReturn('/account', byAddress)).toBeNull()
  expect(readMailboxReturn('/account', { mailbox_connected: 'true' })).toBeNull()
  expect(readMailboxReturn('/account', { mailbox_connected: 'yes', mailbox_id: 'm1' })).toBeNull()
  expect(readMailboxReturn('/dashboard', { tab: 'folders' })).toBeNull()
})

test('reads errors on the dashboard only', () => {
  expect(readMailboxReturn('/connections', { error: 'access_denied' })).toBeNull()
  expect(readMailboxReturn('/dashboard', { error: 'mailbox_unavailable', error_details: 'x' })).toMatchObject({
    outcome: 'failed',
    title: 'Mailbox Unavailable',
  })
  expect(readMailboxReturn('/dashboard', { error: 'access_denied', error_details: 'You said no' })).toEqual({
    outcome: 'failed',
    title: 'Connection Issue',
    description: 'You said no',
  })
  expect(readMailboxReturn('/dashboard', { error: 'x' })).toMatchObject({
    description: 'There was a problem connecting your mailbox.',
  })
  const hostile = `Call\u202e us\n${'x'.repeat(1000)}`
  expect(readMailboxReturn('/dashboard', { error: 'x', error_details: hostile })).toMatchObject({
    description: expect.stringMatching(/^Call us x{191}…$/),
  })
})

test('finds the mailbox in the list by its id, else by its email address, else accepts any mailbox', () => {
  const list = [{ id: 'm1', email_address: 'robin@contoso.example' }]
  expect(mailboxInList({ mailboxId: 'm1', email: 'x' }, list)).toBe(list[0])
  expect(mailboxInList({ mailboxId: 'm2', email: 'robin@contoso.example' }, list)).toBeNull()
  expect(mailboxInList({ mailboxId: null, email: 'Robin@Contoso.example' }, list)).toBe(list[0])
  expect(mailboxInList({ mailboxId: null, email: 'x' }, list)).toBeNull()
  expect(mailboxInList({ mailboxId: null, email: null }, list)).toBe(list[0])
  expect(mailboxInList({ mailboxId: null, email: null }, [])).toBeNull()
})
