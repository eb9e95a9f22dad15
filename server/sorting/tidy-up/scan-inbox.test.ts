import { beforeEach, expect, test } from 'vitest'
import { TidyUpOutput } from '../../../contract/functions/tidy-up.ts'
import { allRows } from '../../../test/kit/all-rows.ts'
import { connectedMailbox, type ConnectedMailbox } from '../../../test/kit/mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { days, addMs, minutes } from '../../clock.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
// Email that arrives stays in the inbox.
const { mailbox } = history
await mailbox.call('mail-webhook-management', { action: 'unsubscribe', mailboxId: mailbox.mailboxId })
await app.runDueJobs()
beforeEach(() => history.startOver())

async function scan(mailbox: ConnectedMailbox, from: string | null = null) {
  const { mailboxId } = mailbox
  const output = TidyUpOutput.parse(await mailbox.call('tidy-up', { action: 'scan', mailboxId, from }))
  if (!('emails' in output)) throw new Error('No page came back')
  return output
}
const daysAgo = (n: number): Date => addMs(app.clock.now(), -days(n))

test('names sender, list and folder of each email of the last 30 days, newest first, and stores nothing', async () => {
  const { mailbox } = history
  const list = { 'List-Id': 'Garden letters <letters.garden.example>' }
  await mailbox.deliver({ subject: 'Too old', received: daysAgo(31) })
  await mailbox.deliver({ subject: 'Lunch', from: 'anna@family.example', fromName: 'Anna', received: daysAgo(3) })
  const sure = { from: 'billing@power.example', subject: 'Invoice 14 for your electricity', received: daysAgo(1) }
  await mailbox.deliver({ ...sure, text: 'The amount due is 40 euro.' })
  await mailbox.deliver({ subject: 'A letter', from: 'a@garden.example', headers: list, received: daysAgo(2) })
  const before = await allRows(app.database)
  const page = await scan(mailbox)
  expect(await allRows(app.database)).toEqual(before)
  expect(page).toMatchObject({ read: 3, total: 3, next: null })
  expect(page.emails).toMatchObject([
    { subject: sure.subject, kind: 'bills', list: null, folderId: history.folderId('Invoices'), isSure: true },
    { subject: 'A letter', address: 'a@garden.example', list: 'letters.garden.example' },
    { subject: 'Lunch', address: 'anna@family.example', name: 'Anna', list: null, isSure: false },
  ])
})

test('leaves out codes, notices about accounts and phishing, read or not, unless their folder takes them', async () => {
  const mailbox = await connectedMailbox(app, [{ displayName: 'Shop' }])
  const rows = 'email_folders?folder_name=eq.Shop'
  const save = (values: object) => mailbox.rows(rows, { method: 'PATCH', body: JSON.stringify(values) })
  await save({ instructions: 'Everything from no-reply@shop.example' })
  const from = 'no-reply@shop.example'
  await mailbox.deliver({ from, subject: 'Your verification code is 482913', text: 'Enter the code 482913.' })
  const notice = { subject: 'New sign-in to your account', text: 'We noticed a new sign-in from a new device.' }
  await mailbox.deliver({ from: 'security@other.example', isRead: true, ...notice })
  const phishing = { subject: 'Your mailbox is full', text: 'Verify your account within 24 hours or lose your emails.' }
  await mailbox.deliver({ from: 'admin@mail-quota.example', ...phishing })
  await mailbox.deliver({ from, subject: 'Your order has been sent', text: 'It arrives tomorrow.' })
  const subjects = async () => (await scan(mailbox)).emails.map(({ subject }) => subject ?? '')
  expect(await subjects()).toEqual(['Your order has been sent'])
  await save({ include_security_email: true })
  expect((await subjects()).toSorted()).toEqual(['Your order has been sent', 'Your verification code is 482913'])
})

test('names folders without instructions whose names say nothing, until they have email', async () => {
  const names = ['Whitby!!', 'Invoices', 'Lena', '2024']
  const mailbox = await connectedMailbox(
    app,
    names.map((displayName) => ({ displayName })),
  )
  for (let n = 0; n < 3; n++) await mailbox.deliver({ folder: '2024', subject: `Email ${n}` })
  const folders = await mailbox.rows<{ id: string; folder_name: string }[]>('email_folders?select=id,folder_name')
  const rows = (name: string) => `email_folders?id=eq.${folders.find((one) => one.folder_name === name)?.id}`
  await mailbox.rows(rows('Lena'), { method: 'PATCH', body: JSON.stringify({ instructions: 'Everything for Lena.' }) })
  await mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: mailbox.mailboxId })
  await app.runDueJobs()
  const { unknownFolderIds } = await scan(mailbox)
  const unknown = folders.filter(({ id }) => unknownFolderIds.includes(id))
  expect(unknown.map(({ folder_name }) => folder_name)).toEqual(['Whitby!!'])
})

test('finds the folders of emails among 300 folders, in the language of each email', async () => {
  const names = ['Invoices', 'Reisen', ...Array.from({ length: 298 }, (_, n) => `Zuqo ${n}`)]
  const mailbox = await connectedMailbox(
    app,
    names.map((displayName) => ({ displayName })),
  )
  const bill = { subject: 'Your electricity bill', text: 'Please find your invoice. Amount due: 84 euro.' }
  const flight = { subject: 'Ihr Flug nach Lissabon', text: 'Ihre Bordkarte und Buchungsnummer. Gepäck und Gate.' }
  const parcel = { subject: 'Your parcel is on its way', text: 'Track your parcel: the driver delivers it today.' }
  for (const [n, mail] of [bill, flight, parcel].entries())
    await mailbox.deliver({ from: `a${n}@one.example`, received: addMs(daysAgo(1), minutes(-n)), ...mail })
  const { emails, unknownFolderIds } = await scan(mailbox)
  expect(unknownFolderIds).toHaveLength(298)
  const folders = await mailbox.rows<{ id: string; folder_name: string }[]>('email_folders?select=id,folder_name')
  const nameOf = (folderId: string | null) => folders.find(({ id }) => id === folderId)?.folder_name ?? null
  expect(emails.map(({ kind, folderId }) => ({ kind, folder: nameOf(folderId) }))).toEqual([
    { kind: 'bills', folder: 'Invoices' },
    { kind: 'travel', folder: 'Reisen' },
    { kind: 'deliveries', folder: null },
  ])
})

test('reads page by page without a gap, also where a page ends within a second', async () => {
  const mailbox = await connectedMailbox(app)
  // 120 emails, three in each second: the first page of 100 ends within a second.
  for (let n = 0; n < 120; n++)
    await mailbox.deliver({ subject: `Email ${n}`, received: addMs(daysAgo(1), minutes(-Math.floor(n / 3))) })
  const first = await scan(mailbox)
  expect(first).toMatchObject({ read: 99, total: 120 })
  const second = await scan(mailbox, first.next)
  expect(second).toMatchObject({ read: 21, total: 120, next: null })
  const subjects = [...first.emails, ...second.emails].map(({ subject }) => subject)
  expect(new Set(subjects).size).toBe(120)
})

test('answers for an empty mailbox without folders, and refuses a position that it has not given', async () => {
  const mailbox = await connectedMailbox(app)
  expect(await scan(mailbox)).toEqual({ emails: [], read: 0, total: 0, next: null, unknownFolderIds: [] })
  const { mailboxId, user } = mailbox
  const who = { token: user.accessToken, userId: user.userId }
  const from = 'https://graph.example/me/messages'
  const { status, body } = await callFunction(app, who, 'tidy-up', { action: 'scan', mailboxId, from })
  expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } })
})
