import { beforeEach, expect, test } from 'vitest'
import { forwardingMailbox } from '../../../test/kit/forwarding-mailbox.ts'
import { callFunction, requestsTo } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { isKnownPerson, saveKnownPeople, findSentItemsState } from './known-people-queries.ts'

const app = await appOfFile()
let parts: Awaited<ReturnType<typeof forwardingMailbox>>
beforeEach(async () => {
  parts = await forwardingMailbox(app)
})

const sent = (to: Record<string, string[]>) =>
  parts.acting.control('POST', '/messages?folder=Sent%20Items', {
    subject: 'Hello',
    body: { contentType: 'text', content: 'Hi' },
    ...Object.fromEntries(
      Object.entries(to).map(([kind, all]) => [kind, all.map((address) => ({ emailAddress: { address, name: '' } }))]),
    ),
  })
const isKnown = async (address: string): Promise<boolean> => {
  const { mailboxId } = parts.acting.mailbox
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'read-sent-mail', { mailboxId }))
  await app.runDueJobs()
  return app.ctx.db.asService((tx) => isKnownPerson(tx, mailboxId, address))
}

test('knows the exact addresses of To, Cc and Bcc recipients, and not of senders', async () => {
  await sent({
    toRecipients: ['Anna@Family.example'],
    ccRecipients: ['tom+golf@family.example'],
    bccRecipients: ['eve@family.example'],
  })
  await parts.acting.mailbox.deliver({ from: 'stranger@shop.example', subject: 'Hi' })
  for (const address of ['anna@family.example', 'tom+golf@family.example', 'eve@family.example'])
    expect(await isKnown(address)).toBe(true)
  for (const address of ['tom@family.example', 'family.example', 'stranger@shop.example', 'xanna@family.example', ''])
    expect(await isKnown(address)).toBe(false)
})

test('ignores recipients of automatic forwards, and knows them once the user writes to them', async () => {
  const { acting, address } = parts
  await acting.sorted({ from: 'shop@shop.example', subject: 'Bill 7' })
  await app.runDueJobs()
  expect(await acting.runs((await lastLog()) ?? '')).toMatchObject([{ status: 'done' }])
  expect(await isKnown(address)).toBe(false)
  await sent({ toRecipients: [address] })
  expect(await isKnown(address)).toBe(true)
})

test("does not know any of the user's own addresses", async () => {
  const { email } = parts.acting.mailbox
  await sent({ toRecipients: [email, 'anna@family.example'] })
  expect(await isKnown('anna@family.example')).toBe(true)
  expect(await isKnown(email)).toBe(false)
})

test('reads and stores nothing while switched off, and reads everything again once switched on', async () => {
  const { acting } = parts
  const { mailboxId, email } = acting.mailbox
  const save = (keepKnownPeople: boolean) =>
    callFunction(app, acting.who, 'mailbox-settings', { action: 'save', mailboxId, keepKnownPeople })
  const kept = () =>
    app.ctx.db.asService((tx) =>
      tx.selectFrom('app.known_people').select('address').where('mailbox_id', '=', mailboxId).execute(),
    )
  const read = async () =>
    (await requestsTo(app, 'graph')).filter((call) => call.mailbox === email && call.url.includes('/sentitems/'))
  const eve = { mailboxId, sent: [sentTo('eve@family.example')], until: app.clock.now() }
  await sent({ toRecipients: ['anna@family.example'] })
  expect(await isKnown('anna@family.example')).toBe(true)
  const before = await app.ctx.db.asService((tx) => findSentItemsState(tx, mailboxId))

  expect((await save(false)).status).toBe(200)
  expect(await kept()).toEqual([])
  await app.control('DELETE', '/control/requests')
  expect(await isKnown('anna@family.example')).toBe(false)
  expect(await read()).toEqual([])
  // Switched off while Sent Items were being read.
  await app.ctx.db.asService((tx) => saveKnownPeople(tx, { ...eve, since: null }))
  expect(await kept()).toEqual([])

  expect((await save(true)).status).toBe(200)
  // A read that started before it was switched off and on must not skip older messages.
  await app.ctx.db.asService((tx) => saveKnownPeople(tx, { ...eve, since: before?.until ?? null }))
  await app.runDueJobs()
  expect(await kept()).toEqual([{ address: 'anna@family.example' }])
})

async function lastLog(): Promise<string | undefined> {
  const [log] = await parts.acting.mailbox.rows<{ id: string }[]>('email_processing_logs?select=id')
  return log?.id
}

const sentTo = (address: string) => ({
  to: [address],
  effectId: null,
  id: null,
  conversationId: null,
  subject: null,
  sentAt: app.clock.now(),
  isMeeting: false,
})
