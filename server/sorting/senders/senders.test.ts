import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  FiledSenders,
  type SenderOrder,
  SenderChoice,
  senderOrders,
  type SendersInput,
  SendersPage,
} from '../../../contract/functions/senders.ts'
import { sendersPageSize } from '../../../contract/limits.ts'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { connectedMailbox, type ConnectedMailbox } from '../../../test/kit/mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { addMs, days } from '../../clock.ts'
import { findMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { purgeExpiredLogs } from '../purge-expired-logs.ts'
import { scanSenders, startSenderScan } from './scan-senders.ts'

const app = await appOfFile()

type Input = Partial<SendersInput> & { action: SendersInput['action'] }

/** @returns the response, or the code of the error */
async function ask({ user, mailboxId }: ConnectedMailbox, input: Input & Record<string, unknown>) {
  const who = { token: user.accessToken, userId: user.userId }
  const { status, body } = await callFunction(app, who, 'senders', { mailboxId, ...input })
  return status === 200 ? body : { error: body['error'] }
}

async function list(mailbox: ConnectedMailbox, order: SenderOrder = 'year', more: object = {}) {
  const page = { action: 'list', order, descending: true, search: '', page: 1, ...more } as const
  return SendersPage.parse(await ask(mailbox, page))
}

async function scan(mailbox: ConnectedMailbox): Promise<void> {
  await ask(mailbox, { action: 'scan' })
  await app.runDueJobs()
}

const daysAgo = (n: number): Date => addMs(app.clock.now(), -days(n))

async function foldersOf(mailbox: ConnectedMailbox) {
  const rows = await mailbox.rows<{ id: string; folder_name: string }[]>('email_folders?select=id,folder_name')
  return (name: string): string => rows.find(({ folder_name }) => folder_name === name)?.id ?? ''
}

/** Anna writes to the inbox, the shop and the list to their folders. */
async function mailboxWithEmail() {
  const mailbox = await connectedMailbox(app, [{ displayName: 'Shops' }, { displayName: 'Letters' }])
  await mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: mailbox.mailboxId })
  await app.runDueJobs()
  const anna = { from: 'Anna@People.example', fromName: 'Anna', subject: 'Lunch' }
  await mailbox.deliver({ ...anna, received: daysAgo(1), isRead: true })
  await mailbox.deliver({ ...anna, received: daysAgo(40) })
  await mailbox.deliver({ ...anna, received: daysAgo(366) })
  const shop = { from: 'offers@shop.example', fromName: 'Shop', subject: 'Sale', folder: 'Shops' }
  const headers = { 'List-Unsubscribe': '<mailto:x@shop.example>, <https://leave.shop.example/u?id=7>' }
  for (const n of [2, 3, 4]) await mailbox.deliver({ ...shop, headers, received: daysAgo(n) })
  await mailbox.deliver({ ...shop, folder: 'Inbox', received: daysAgo(5), isRead: true })
  const letter = { from: 'letter@garden.example', fromName: 'Garden_Letter', subject: 'Spring' }
  await mailbox.deliver({
    ...letter,
    folder: 'Letters',
    headers: { 'List-Id': '<letters.garden.example>' },
    received: daysAgo(6),
  })
  for (const folder of ['Junk Email', 'Deleted Items'])
    await mailbox.deliver({ from: 'spam@junk.example', subject: 'No', folder, received: daysAgo(1) })
  return { mailbox, folderId: await foldersOf(mailbox) }
}

const { mailbox, folderId } = await mailboxWithEmail()

test('counts who has written to the inbox and the folders, how much was read, and where it goes', async () => {
  expect(await list(mailbox)).toEqual({ senders: [], total: 0, scan: null })
  await ask(mailbox, { action: 'scan' })
  expect((await list(mailbox)).scan).toMatchObject({ state: 'running', percent: 0, completedAt: null })
  await app.runDueJobs()
  const { senders, total, scan: done } = await list(mailbox)
  expect(done).toMatchObject({ state: 'done', percent: 100, emails: 7 })
  expect(total).toBe(3)
  expect(senders).toMatchObject([
    {
      address: 'offers@shop.example',
      name: 'Shop',
      recent: 4,
      year: 4,
      read: 1,
      lastAt: daysAgo(2).toISOString(),
      folderId: folderId('Shops'),
      isChosen: false,
      unsubscribe: { host: 'leave.shop.example', url: 'https://leave.shop.example/u?id=7' },
    },
    { address: 'anna@people.example', name: 'Anna', recent: 1, year: 2, read: 1, folderId: null, unsubscribe: null },
    { address: 'letter@garden.example', recent: 1, year: 1, read: 0, folderId: folderId('Letters') },
  ])
})

test('orders by each column and finds a part of the name or the address, literally', async () => {
  await scan(mailbox)
  const names = async (order: SenderOrder, more: object = {}) =>
    (await list(mailbox, order, { descending: false, ...more })).senders.map(({ name }) => name)
  expect(await names('name')).toEqual(['Anna', 'Garden_Letter', 'Shop'])
  expect(await names('recent', { descending: true })).toEqual(['Shop', 'Anna', 'Garden_Letter'])
  expect(await names('read')).toEqual(['Garden_Letter', 'Shop', 'Anna'])
  expect(await names('last', { descending: true })).toEqual(['Anna', 'Shop', 'Garden_Letter'])
  expect(await names('place')).toEqual(['Anna', 'Garden_Letter', 'Shop'])
  expect(await names('name', { search: ' SHOP.ex ' })).toEqual(['Shop'])
  expect(await names('name', { search: 'n_l' })).toEqual(['Garden_Letter'])
  expect(await names('name', { search: '%' })).toEqual([])
  expect(await names('name', { page: 2 })).toEqual([])
})

test('lists each sender on one page, with the number of all, in each order', async () => {
  const many = await connectedMailbox(app)
  await app.ctx.db.asService((tx) =>
    sql`insert into app.senders (mailbox_id, user_id, address, name, last_at, year)
      select ${many.mailboxId}::uuid, ${many.user.userId}::uuid, 'p' || n || '@people.example', 'P', now(), 1
      from generate_series(1, 120) n`.execute(tx),
  )
  for (const order of senderOrders) {
    const pages = []
    for (const page of [1, 2, 3]) pages.push(await list(many, order, { page }))
    expect(pages.map(({ senders, total }) => [senders.length, total])).toEqual([
      [sendersPageSize, 120],
      [sendersPageSize, 120],
      [120 - 2 * sendersPageSize, 120],
    ])
    expect(new Set(pages.flatMap(({ senders }) => senders.map(({ address }) => address))).size).toBe(120)
  }
  expect(await list(many, 'year', { search: 'P12' })).toMatchObject({ total: 2 })
})

test('chooses the place of senders by a correction, and takes that back', async () => {
  await scan(mailbox)
  const addresses = ['anna@people.example', 'offers@shop.example', 'unknown@other.example']
  const places = async () =>
    Object.fromEntries(
      (await list(mailbox)).senders.map(({ address, folderId: place, isChosen }) => [address, [place, isChosen]]),
    )
  const choose = async (to: string | null) => {
    // Later than the choice before.
    await app.advance('1 s')
    return SenderChoice.parse(await ask(mailbox, { action: 'always', addresses, folderId: to })).choiceId
  }
  const first = await choose(folderId('Letters'))
  expect(await places()).toMatchObject({
    'anna@people.example': [folderId('Letters'), true],
    'offers@shop.example': [folderId('Letters'), true],
    'letter@garden.example': [folderId('Letters'), false],
  })
  const second = await choose(null)
  expect(await places()).toMatchObject({ 'anna@people.example': [null, true], 'offers@shop.example': [null, true] })
  const { mailboxId } = mailbox
  const learned = await mailbox.call('learned-mail', { action: 'list', mailboxId })
  expect(learned).toMatchObject({ learned: [{ learnedBy: 'senders' }, { learnedBy: 'senders' }] })
  await ask(mailbox, { action: 'take-back', choiceId: second })
  expect(await places()).toMatchObject({ 'anna@people.example': [folderId('Letters'), true] })
  await ask(mailbox, { action: 'take-back', choiceId: first })
  expect(await places()).toMatchObject({
    'anna@people.example': [null, false],
    'offers@shop.example': [folderId('Shops'), false],
  })
  expect(await ask(mailbox, { action: 'always', addresses: ['x@y.example'], folderId: null })).toMatchObject({
    error: { code: 'sender_not_found' },
  })
})

test('files what senders have in the inbox, of any age, and learns nothing about them', async () => {
  const { mailbox, folderId } = await mailboxWithEmail()
  await scan(mailbox)
  const addresses = ['anna@people.example', 'offers@shop.example']
  const filed = await ask(mailbox, { action: 'file', addresses, folderId: folderId('Letters') })
  expect(filed).toMatchObject({ emails: 4, more: false, pressIds: [expect.any(String)] })
  await app.runDueJobs()
  const { Letters = [] } = await mailbox.inOutlook()
  expect(Letters.toSorted()).toEqual(['Lunch', 'Lunch', 'Lunch', 'Sale', 'Spring'])
  expect((await list(mailbox)).senders.filter(({ isChosen }) => isChosen)).toEqual([])
  const again = await ask(mailbox, { action: 'file', addresses, folderId: folderId('Letters') })
  expect(again).toEqual({ emails: 0, more: false, pressIds: [] })
})

test('files what a sender has in the inbox and learns it where that is wanted, until its press is undone', async () => {
  const { mailbox, folderId } = await mailboxWithEmail()
  const to = folderId('Letters')
  const learned = () => mailbox.call('learned-mail', { action: 'list', mailboxId: mailbox.mailboxId })
  const input = { action: 'file' as const, addresses: ['anna@people.example'], folderId: to, learn: true as const }
  const { pressIds } = FiledSenders.parse(await ask(mailbox, input))
  expect(await learned()).toMatchObject({ learned: [{ value: 'anna@people.example', folderId: to }] })
  await app.runDueJobs()
  expect((await mailbox.inOutlook())['Letters']).toHaveLength(4)
  for (const pressId of pressIds)
    await mailbox.call('tidy-up', { action: 'undo', mailboxId: mailbox.mailboxId, pressId })
  await app.runDueJobs()
  expect(await learned()).toMatchObject({ learned: [] })
  expect((await mailbox.inOutlook())['Letters']).toEqual(['Spring'])
})

test('counts each email once where a worker dies at any step, and another one continues', async () => {
  await scan(mailbox)
  const expected = (await list(mailbox)).senders.map(({ address, year, read }) => ({ address, emails: year, read }))
  const { mailboxId } = mailbox
  const counts = () =>
    app.ctx.db.asService(async (tx) => {
      const { rows } = await sql`
        select address, sum(emails)::integer as emails, sum(read)::integer as read from app.sender_days
        where mailbox_id = ${mailboxId}::uuid group by address order by emails desc, address`.execute(tx)
      return rows
    })
  let deaths = 0
  for (let at = 2; ; at += 2) {
    await app.ctx.db.asService(async (tx) => {
      await sql`update app.sender_scans set year_read_at = null where mailbox_id = ${mailboxId}::uuid`.execute(tx)
      await startSenderScan(app.ctx, tx, (await findMailbox(tx, mailboxId)) ?? expect.fail())
    })
    const node = crashAtStep(app.ctx, at)
    const worker = scanSenders(node.ctx, mailboxId).then(() => 'done')
    const ended = await Promise.race([worker, node.died])
    await app.runDueJobs()
    expect(await counts()).toEqual(expected)
    if (ended === 'done') break
    deaths++
  }
  expect(deaths).toBeGreaterThan(10)
})

test('reads the last month again later, and keeps what was counted before it', async () => {
  const mailbox = await connectedMailbox(app)
  const from = 'anna@people.example'
  await mailbox.deliver({ from, subject: 'Old', received: daysAgo(60) })
  const recent = await mailbox.deliver({ from, subject: 'New', received: daysAgo(3) })
  await scan(mailbox)
  await app.control('DELETE', `/control/outlook/${mailbox.email}/messages/${recent}?forGood=true`)
  await mailbox.deliver({ from, subject: 'Newest', received: daysAgo(0), isRead: true })
  await app.advance('25 h')
  Object.assign(mailbox, { user: await mailbox.signInAgain() })
  // A look at the page makes the scan begin.
  expect((await list(mailbox)).scan).toMatchObject({ state: 'running' })
  await app.runDueJobs()
  const { senders, scan: done } = await list(mailbox)
  expect(done).toMatchObject({ state: 'done', emails: 1 })
  expect(senders).toMatchObject([{ recent: 1, year: 2, read: 1 }])
})

test('is canceled without its counts', async () => {
  const mailbox = await connectedMailbox(app)
  await mailbox.deliver({ subject: 'One' })
  await scan(mailbox)
  await mailbox.deliver({ subject: 'Two' })
  await ask(mailbox, { action: 'scan' })
  await scanSenders(app.ctx, mailbox.mailboxId)
  await ask(mailbox, { action: 'scan' })
  expect(await ask(mailbox, { action: 'cancel' })).toMatchObject({ scan: { state: 'canceled' } })
  await app.runDueJobs()
  expect(await list(mailbox)).toMatchObject({ scan: { state: 'canceled' }, senders: [{ year: 2 }] })
})

test('shows nothing of another user, and counts no longer than thirteen months', async () => {
  const other = await connectedMailbox(app)
  expect(
    await ask(other, {
      action: 'list',
      mailboxId: mailbox.mailboxId,
      order: 'year',
      descending: true,
      search: '',
      page: 1,
    }),
  ).toMatchObject({
    error: { code: 'mailbox_not_found' },
  })
  await other.deliver({ subject: 'One' })
  await scan(other)
  await app.advance('9528 h')
  await purgeExpiredLogs(app.ctx)
  const left = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.senders').select('address').where('mailbox_id', '=', other.mailboxId).execute(),
  )
  expect(left).toEqual([])
})
