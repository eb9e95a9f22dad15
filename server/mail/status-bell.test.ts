import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callFunction, connectMailbox, newMailbox, signUp } from '../../test/kit/outlook.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import { withMailbox } from './access-token.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
afterEach(() => app.control('PUT', '/control/faults', []))

async function person() {
  const who = await signUp(app)
  const email = await newMailbox(app)
  const mailboxId = await connectMailbox(app, who, email)
  return {
    who,
    email,
    mailboxId,
    bell: async () => (await callFunction(app, who, 'notifications', { action: 'list' })).body,
    connectAgain: () => connectMailbox(app, who, email),
    use: () => withMailbox(app.ctx, mailboxId, (graph, token) => graph.inboxId(token)),
  }
}

test('a refused sign-in rings once, with the mailbox, and asks no more when it is connected again', async () => {
  const { email, mailboxId, bell, connectAgain, use } = await person()
  expect(await bell()).toEqual({ notifications: [], unread: 0 })
  await app.control('PUT', '/control/faults', [{ service: 'graph', path: '', status: 401 }])
  await expect(use()).rejects.toMatchObject({ kind: 'auth' })
  await expect(use()).rejects.toMatchObject({ kind: 'auth' })
  const mailbox = { id: mailboxId, email_address: email }
  expect(await bell()).toMatchObject({
    notifications: [{ kind: 'mailbox_needs_sign_in', mailbox, read: false }],
    unread: 1,
  })
  await app.control('PUT', '/control/faults', [])
  await connectAgain()
  expect(await bell()).toEqual({ notifications: [], unread: 0 })
})

test('who connects it again while a call is under way is not asked again for the sign-in of before', async () => {
  const { mailboxId, bell, connectAgain } = await person()
  const tried = new Set<string>()
  const inbox = await withMailbox(app.ctx, mailboxId, async (graph, token) => {
    tried.add(token)
    if (tried.size === 3) return graph.inboxId(token)
    if (tried.size === 2) await connectAgain()
    throw new VendorError('graph', 401, 'InvalidAuthenticationToken', null)
  })
  expect(inbox).toBeTruthy()
  expect(await bell()).toEqual({ notifications: [], unread: 0 })
})

test('a revoked grant rings, and rings again when it is revoked again', async () => {
  const { who, email, mailboxId, bell, connectAgain } = await person()
  const revoke = async () => {
    await app.control('PUT', `/control/outlook/${email}/token`, { revokeRefresh: true })
    await callFunction(app, who, 'mail-authentication', { action: 'refresh', mailboxId })
  }
  await revoke()
  expect(await bell()).toMatchObject({ unread: 1 })
  await connectAgain()
  expect(await bell()).toMatchObject({ unread: 0 })
  await revoke()
  const { notifications, unread } = await bell()
  expect(notifications).toHaveLength(1)
  expect(unread).toBe(1)
})

test('a mailbox that is disconnected takes its notifications with it', async () => {
  const { who, mailboxId, bell, use } = await person()
  await app.control('PUT', '/control/faults', [{ service: 'graph', path: '', status: 401 }])
  await expect(use()).rejects.toMatchObject({ kind: 'auth' })
  await app.control('PUT', '/control/faults', [])
  expect(await bell()).toMatchObject({ unread: 1 })
  await callFunction(app, who, 'mail-authentication', { action: 'disconnect', mailboxId })
  expect(await bell()).toEqual({ notifications: [], unread: 0 })
})
