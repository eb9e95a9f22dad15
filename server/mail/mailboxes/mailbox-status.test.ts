import { afterEach, expect, test } from 'vitest'
import { addMailbox, callFunction, connectMailbox, newMailbox, signUp } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { withMailbox } from '../providers/with-mailbox.ts'

const app = await appOfFile()
afterEach(() => app.faults())

async function connectedUser() {
  const who = await signUp(app)
  const email = await newMailbox(app)
  const mailboxId = await addMailbox(app, who.userId, email)
  return {
    who,
    email,
    mailboxId,
    listNotifications: async () => (await callFunction(app, who, 'notifications', { action: 'list' })).body,
    connectAgain: () => connectMailbox(app, who, email),
    use: () => withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.inboxId()),
  }
}

test('creates one notification for a refused sign-in and resolves it when the mailbox is connected again', async () => {
  const { email, mailboxId, listNotifications, connectAgain, use } = await connectedUser()
  expect(await listNotifications()).toEqual({ notifications: [], unread: 0 })
  await app.faults({ service: 'graph', path: '', status: 401 })
  await expect(use()).rejects.toMatchObject({ kind: 'auth' })
  await expect(use()).rejects.toMatchObject({ kind: 'auth' })
  const mailbox = { id: mailboxId, email_address: email }
  expect(await listNotifications()).toMatchObject({
    notifications: [{ kind: 'mailbox_needs_sign_in', mailbox, read: false }],
    unread: 1,
  })
  await app.faults()
  await connectAgain()
  expect(await listNotifications()).toEqual({ notifications: [], unread: 0 })
})

test('creates one notification for a mailbox that Microsoft refuses as a whole, until it responds again', async () => {
  const { mailboxId, listNotifications, use } = await connectedUser()
  const refusal = { status: 404, body: { error: { code: 'MailboxNotEnabledForRESTAPI', message: '' } } }
  await app.faults({ service: 'graph', path: '', ...refusal })
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(use()).rejects.toMatchObject({ kind: 'unavailable' })
    await app.advance('16 min')
  }
  expect(await listNotifications()).toMatchObject({
    notifications: [{ kind: 'mailbox_unavailable', mailbox: { id: mailboxId }, read: false }],
    unread: 1,
  })
  await app.faults()
  await use()
  expect(await listNotifications()).toEqual({ notifications: [], unread: 0 })
})

test('does not request a sign-in for refused tokens that were replaced during the call', async () => {
  const { mailboxId, listNotifications, connectAgain } = await connectedUser()
  let attempts = 0
  const inbox = await withMailbox(app.ctx, mailboxId, async (mailbox) => {
    attempts++
    if (attempts === 3) return mailbox.inboxId()
    if (attempts === 2) await connectAgain()
    throw new VendorError('graph', 401, 'InvalidAuthenticationToken', null)
  })
  expect(inbox).toBeTruthy()
  expect(await listNotifications()).toEqual({ notifications: [], unread: 0 })
})

test('creates a notification each time a grant is revoked', async () => {
  const { who, email, mailboxId, listNotifications, connectAgain } = await connectedUser()
  const revoke = async () => {
    await app.control('PUT', `/control/outlook/${email}/token`, { revokeRefresh: true })
    await callFunction(app, who, 'mail-authentication', { action: 'refresh', mailboxId })
  }
  await revoke()
  expect(await listNotifications()).toMatchObject({ unread: 1 })
  await connectAgain()
  expect(await listNotifications()).toMatchObject({ unread: 0 })
  await revoke()
  const { notifications, unread } = await listNotifications()
  expect(notifications).toHaveLength(1)
  expect(unread).toBe(1)
})

test('deletes the notifications of a disconnected mailbox', async () => {
  const { who, mailboxId, listNotifications, use } = await connectedUser()
  await app.faults({ service: 'graph', path: '', status: 401 })
  await expect(use()).rejects.toMatchObject({ kind: 'auth' })
  await app.faults()
  expect(await listNotifications()).toMatchObject({ unread: 1 })
  await callFunction(app, who, 'mail-authentication', { action: 'disconnect', mailboxId })
  expect(await listNotifications()).toEqual({ notifications: [], unread: 0 })
})
