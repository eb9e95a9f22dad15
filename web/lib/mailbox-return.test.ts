import { expect, test } from 'vitest'
import { isInList, readMailboxReturn } from './mailbox-return.ts'

test('a connected mailbox is recognised on any page by its id, on the dashboard also by its address or none', () => {
  const trip = { mailbox_connected: 'true', mailbox_id: 'm1' }
  expect(readMailboxReturn('/account', trip)).toEqual({ outcome: 'connected', mailboxId: 'm1', email: null })
  expect(readMailboxReturn('/dashboard', trip)).toEqual({ outcome: 'connected', mailboxId: 'm1', email: null })
  const byAddress = { mailbox_connected: 'true', email: 'a@b.example' }
  expect(readMailboxReturn('/dashboard', byAddress)).toMatchObject({ mailboxId: null, email: 'a@b.example' })
  expect(readMailboxReturn('/account', byAddress)).toBeNull()
  expect(readMailboxReturn('/account', { mailbox_connected: 'true' })).toBeNull()
  expect(readMailboxReturn('/account', { mailbox_connected: 'yes', mailbox_id: 'm1' })).toBeNull()
  expect(readMailboxReturn('/dashboard', { tab: 'folders' })).toBeNull()
})

test('errors belong to the dashboard', () => {
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
})

test('it is in the list by its id, else by its address, else where there is any', () => {
  const list = [{ id: 'm1', email_address: 'robin@contoso.example' }]
  expect(isInList({ mailboxId: 'm1', email: 'x' }, list)).toBe(true)
  expect(isInList({ mailboxId: 'm2', email: 'robin@contoso.example' }, list)).toBe(false)
  expect(isInList({ mailboxId: null, email: 'Robin@Contoso.example' }, list)).toBe(true)
  expect(isInList({ mailboxId: null, email: 'x' }, list)).toBe(false)
  expect(isInList({ mailboxId: null, email: null }, list)).toBe(true)
  expect(isInList({ mailboxId: null, email: null }, [])).toBe(false)
})
