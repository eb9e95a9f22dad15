import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forwardingMailbox } from '../../test/kit/forwarding-mailbox.ts'
import { callFunction, requestsTo } from '../../test/kit/outlook.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { isKept, keepKnownPeople, sentReadUntil } from './known-people-queries.ts'

let app: App
let parts: Awaited<ReturnType<typeof forwardingMailbox>>
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
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
  await app.drain()
  return app.ctx.db.asService((tx) => isKept(tx, mailboxId, address))
}

test('known is whom the user has written to, openly or not: the exact address, and nobody who only wrote to them', async () => {
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

test('what we forward by ourselves makes nobody known; what the user writes to the same address does', async () => {
  const { acting, address } = parts
  await acting.sorted({ from: 'shop@shop.example', subject: 'Bill 7' })
  await app.drain()
  expect(await acting.runs((await lastLog()) ?? '')).toMatchObject([{ status: 'done' }])
  expect(await isKnown(address)).toBe(false)
  await sent({ toRecipients: [address] })
  expect(await isKnown(address)).toBe(true)
})

test('nobody is known to themselves, under whichever of their addresses', async () => {
  const { email } = parts.acting.mailbox
  await sent({ toRecipients: [email, 'anna@family.example'] })
  expect(await isKnown('anna@family.example')).toBe(true)
  expect(await isKnown(email)).toBe(false)
})

test('who does not want it has nothing read or kept; who wants it again has all of it', async () => {
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
  const eve = { mailboxId, sent: [{ to: ['eve@family.example'], effectId: null }], until: app.clock.now() }
  await sent({ toRecipients: ['anna@family.example'] })
  expect(await isKnown('anna@family.example')).toBe(true)
  const before = await app.ctx.db.asService((tx) => sentReadUntil(tx, mailboxId))

  expect((await save(false)).status).toBe(200)
  expect(await kept()).toEqual([])
  await app.control('DELETE', '/control/requests')
  expect(await isKnown('anna@family.example')).toBe(false)
  expect(await read()).toEqual([])
  // Said while Sent Items were being read.
  await app.ctx.db.asService((tx) => keepKnownPeople(tx, { ...eve, since: null }))
  expect(await kept()).toEqual([])

  expect((await save(true)).status).toBe(200)
  // Since the last read, before it was switched off and on: who is older would never be known again.
  await app.ctx.db.asService((tx) => keepKnownPeople(tx, { ...eve, since: before?.until ?? null }))
  await app.drain()
  expect(await kept()).toEqual([{ address: 'anna@family.example' }])
})

async function lastLog(): Promise<string | undefined> {
  const [log] = await parts.acting.mailbox.rows<{ id: string }[]>('email_processing_logs?select=id')
  return log?.id
}
