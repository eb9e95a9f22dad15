import { expect, test } from 'vitest'
import { Notification } from '../../../contract/functions/notifications.ts'
import { notificationText } from './notification-text.ts'

type Kind = Notification['kind']

const mailbox = { id: 'm1', name: 'Primary Mailbox', email_address: 'a@work.example' }
const linkOf = (kind: Kind, hasPlans = true) => {
  const about = { provider: null, address: null, destination: null, folder: null, failure: null }
  const numbers = { count: null, usage: null }
  const notification = {
    id: kind,
    kind,
    mailbox,
    ...about,
    ...numbers,
    read: false,
    created_at: '2026-11-18T12:00:00Z',
  }
  return notificationText(notification, { hasPlans }).link
}

const mailboxes = { to: '/dashboard', search: { tab: 'mailbox' } }
const folders = { to: '/dashboard', search: { tab: 'folders' } }
const failedActions = { to: '/history', search: { mailbox: 'm1', status: 'action_failed' } }
const addresses = { to: '/account', hash: 'forward-addresses' }
const links: Record<Kind, object> = {
  mailbox_needs_sign_in: mailboxes,
  mailbox_unavailable: mailboxes,
  connection_needs_sign_in: { to: '/connections' },
  limit_near: { to: '/subscription' },
  limit_reached: { to: '/subscription' },
  payment_failed: { to: '/subscription' },
  action_failed: failedActions,
  hourly_limit_reached: failedActions,
  actions_retried: { to: '/history', search: { mailbox: 'm1' } },
  sorted_while_away: { to: '/history', search: { status: 'processed' } },
  forward_address_requested: addresses,
  forward_address_confirmed: addresses,
  folder_deleted: folders,
  folder_recreated: folders,
  file_destination_changed: folders,
  mass_move: folders,
}

test('each notification leads to where something can be done about it', () => {
  for (const kind of Notification.shape.kind.options) expect(linkOf(kind), kind).toEqual(links[kind])
  expect(linkOf('limit_reached', false)).toEqual({ to: '/dashboard' })
})
