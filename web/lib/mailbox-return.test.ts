import { expect, test } from 'vitest'
import { readMailboxReturn } from './mailbox-return.ts'

test('a connected mailbox is recognised on any page, with its id only', () => {
  const trip = { mailbox_connected: 'true', mailbox_id: 'm1' }
  expect(readMailboxReturn('/account', trip)).toEqual({ outcome: 'connected', mailboxId: 'm1' })
  expect(readMailboxReturn('/dashboard', trip)).toEqual({ outcome: 'connected', mailboxId: 'm1' })
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
