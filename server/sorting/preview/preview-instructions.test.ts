import { beforeEach, expect, test } from 'vitest'
import { PreviewInstructionsOutput } from '../../../contract/functions/preview-instructions.ts'
import { maxPreviewedMessages } from '../../../contract/limits.ts'
import { allRows } from '../../../test/kit/all-rows.ts'
import { connectedMailbox } from '../../../test/kit/mailbox.ts'
import { callFunction, requestsTo, signUp, type Visitor } from '../../../test/kit/outlook.ts'
import { startHistory, type History } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'

const app = await appOfFile()
let recipe: string
const history = await startHistory(app, { proposals: false })
beforeEach(async () => {
  await history.startOver()
  recipe = await deliver({
    from: 'anna@family.example',
    subject: 'Zucchini on Sunday',
    text: 'Zucchini, mint and feta.',
  })
})

/** Arrives while nothing is sorted: the preview needs no processing log. */
const deliver = (mail: Parameters<History['mailbox']['deliver']>[0]) => history.mailbox.deliver(mail)
const ask = (input: object, as?: Visitor) => {
  const { mailboxId, user } = history.mailbox
  const owner = { token: user.accessToken, userId: user.userId }
  return callFunction(app, as ?? owner, 'preview-instructions', {
    mailboxId,
    folderId: history.folderId('Newsletters'),
    instructions: '',
    ...input,
  })
}
const preview = async (instructions: string, folder = 'Newsletters') =>
  PreviewInstructionsOutput.parse((await ask({ instructions, folderId: history.folderId(folder) })).body)
const idsOf = (emails: readonly { messageId: string }[]) => emails.map(({ messageId }) => messageId)
const save = (folder: string, instructions: string) =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('email_folders').set({ instructions }).where('id', '=', history.folderId(folder)).execute(),
  )
const text = 'zucchini mint feta recipes from anna family'

test('lists emails that come, leave and stay, and writes nothing', async () => {
  await app.runDueJobs()
  // Stores the id of the inbox, once.
  await preview('')
  await app.control('DELETE', '/control/requests')
  const before = await allRows(app.database)
  const newsletters = history.folderId('Newsletters')
  const added = await preview(text)
  expect(added.looked).toBe(25)
  expect(added.into).toMatchObject([
    { messageId: recipe, subject: 'Zucchini on Sunday', before: 'inbox', after: newsletters, by: 'classifier' },
  ])
  expect(added).toMatchObject({ outOf: [], toReview: [], matched: 1 })
  expect(idsOf(added.stays)).toHaveLength(12)
  expect(idsOf(added.closest)).not.toContain(recipe)
  const calls = await requestsTo(app, 'graph')
  expect(calls.map(({ method, url }) => [method, new URL(url, app.url).pathname.endsWith('/me/messages')])).toEqual([
    ['GET', true],
  ])
  expect(await requestsTo(app, 'model')).toEqual([])
  expect(await allRows(app.database)).toEqual(before)

  await save('Newsletters', text)
  expect(idsOf((await preview(text)).stays)).toContain(recipe)
  const removed = await preview('')
  expect(idsOf(removed.outOf)).toEqual([recipe])
  expect(removed.into).toEqual([])
})

test('names the three closest emails where no word matches', async () => {
  const nothing = await preview('kayak trips on the river')
  expect(nothing).toMatchObject({ into: [], outOf: [], matched: 0 })
  expect(nothing.closest).toHaveLength(3)
  expect(idsOf(nothing.closest)).toContain(recipe)
  // Emails that are in the folder already are no examples of what is missing.
  expect(nothing.closest.every(({ after }) => after !== history.folderId('Newsletters'))).toBe(true)
})

test('decides as the sorter does: conditions, corrections and known senders before instructions', async () => {
  const { mailboxId, user } = history.mailbox
  const invoices = history.folderId('Invoices')
  const condition = { folderId: invoices, kind: 'address', value: 'anna@family.example' }
  await history.mailbox.call('folder-conditions', { action: 'add', mailboxId, condition })
  const byCondition = await preview(text)
  expect(byCondition.into).toEqual([])
  expect(byCondition.closest[0]).toMatchObject({ messageId: recipe, after: invoices, by: 'condition' })
  await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('app.folder_conditions').where('mailbox_id', '=', mailboxId).execute()
    const known = { mailbox_id: mailboxId, user_id: user.userId, address: 'anna@family.example' }
    await tx.insertInto('app.known_people').values(known).execute()
  })
  expect((await preview(text)).closest[0]).toMatchObject({ messageId: recipe, after: 'inbox', by: 'known_person' })
})

test('lists emails that the review newly offers for this folder first, once', async () => {
  const offered = (result: PreviewInstructionsOutput) => idsOf(result.toReview)
  const words = 'zucchini'
  expect(offered(await preview(words))).toEqual([recipe])
  await save('Newsletters', words)
  expect(offered(await preview(words))).toEqual([])
})

test('names instructions, not a condition, where they hold an email', async () => {
  await save('Invoices', 'Everything from anna@family.example')
  expect((await preview(text)).closest).toContainEqual(
    expect.objectContaining({ messageId: recipe, by: 'condition', basis: 'instructions' }),
  )
})

test('leaves what a folder that is switched off claims, as the sorter does', async () => {
  await save('Invoices', 'anna@family.example')
  await app.ctx.db.asService((tx) =>
    tx.updateTable('email_folders').set({ active: false }).where('id', '=', history.folderId('Invoices')).execute(),
  )
  const claimed = await preview('Everything from family.example')
  expect(claimed.into).toEqual([])
  expect(claimed.closest).toContainEqual(expect.objectContaining({ messageId: recipe, after: 'inbox' }))
})

// Other responses: `server/mail/folders/sync-mailbox.test.ts`.
test('reports that Outlook does not respond', async () => {
  await app.faults({ service: 'graph', path: 'me/messages', status: 503, times: 9 })
  const { status: answered, body } = await ask({ instructions: text })
  await app.faults()
  expect([answered >= 400, body]).toMatchObject([true, { error: { code: 'outlook_unreachable' } }])
})

test('refuses other users, their folders, and folders that are not sorted into', async () => {
  const other = await signUp(app)
  expect(await ask({}, other)).toMatchObject({ status: 404, body: { error: { code: 'mailbox_not_found' } } })
  const elsewhere = await connectedMailbox(app, [{ displayName: 'Newsletters' }])
  const [folder] = await elsewhere.rows<{ id: string }[]>('email_folders?select=id&folder_name=eq.Newsletters')
  expect(await ask({ folderId: folder?.id })).toMatchObject({
    status: 409,
    body: { error: { code: 'folder_not_sorted_into' } },
  })
  await app.ctx.db.asService((tx) =>
    tx.updateTable('email_folders').set({ active: false }).where('id', '=', history.folderId('Newsletters')).execute(),
  )
  expect(await ask({})).toMatchObject({ status: 409, body: { error: { code: 'folder_not_sorted_into' } } })
  expect(await ask({ instructions: 'x'.repeat(4001) })).toMatchObject({ status: 400 })
})

// Last: its messages take long to delete.
test('reads at most the last emails, and none that were sent, deleted or drafted', async () => {
  for (let n = 1; n <= maxPreviewedMessages; n++) await deliver(invoice(n))
  for (const folder of ['sentitems', 'deleteditems', 'junkemail', 'drafts'])
    await deliver({ folder, from: 'anna@family.example', subject: 'Zucchini again', text: 'Zucchini, mint and feta.' })
  const latest = await preview(text)
  expect(latest).toMatchObject({ looked: maxPreviewedMessages, matched: 0, into: [] })
})
