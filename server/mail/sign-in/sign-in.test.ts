import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerConsent,
  callFunction,
  connectMailbox,
  followBack,
  newMailbox,
  signUp,
} from '../../../test/kit/outlook.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { statusOfMailboxes } from '../queries.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const mailboxesOf = (userId: string) => app.ctx.db.asService((tx) => statusOfMailboxes(tx, userId))

async function begin(who: Awaited<ReturnType<typeof signUp>>) {
  const answer = await callFunction(app, who, 'mail-authentication', { action: 'authorize' })
  return { url: new URL(String(answer.body.url)), cookie: answer.headers.get('set-cookie') ?? '' }
}

test('connects a mailbox, with its folders', async () => {
  const who = await signUp(app)
  const email = await newMailbox(app, { folders: [{ displayName: 'Work', children: [{ displayName: 'Invoices' }] }] })
  const { body } = await callFunction(app, who, 'mail-authentication', { action: 'authorize', mailboxName: 'Office' })
  const back = await followBack(await answerConsent(String(body.url), email))
  expect(Object.fromEntries(back)).toEqual({
    tab: 'mailbox',
    mailbox_connected: 'true',
    mailbox_id: expect.any(String),
    email,
  })
  const status = await callFunction(app, who, 'microsoft-graph', {
    action: 'status',
    mailboxId: back.get('mailbox_id'),
  })
  expect(status).toMatchObject({
    status: 200,
    body: { connected: true, name: 'Office', email_address: email, status: 'active' },
  })
  expect(status.body.folder_count).toBeGreaterThanOrEqual(2)
})
