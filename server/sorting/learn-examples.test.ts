import { beforeEach, expect, test } from 'vitest'
import { LearnedMailOutput } from '../../contract/functions/learned-mail.ts'
import { LearnExamplesOutput } from '../../contract/functions/learn-examples.ts'
import { PreviewInstructionsOutput } from '../../contract/functions/preview-instructions.ts'
import { allRows } from '../../test/kit/all-rows.ts'
import { connectedMailbox } from '../../test/kit/mailbox.ts'
import { callFunction, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'

const app = await appOfFile()
/** Was sorted and left in the inbox. */
let recipe: { messageId: string; logId: string }
const history = await startHistory(app, { proposals: false })
const mail = { from: 'anna@family.example', subject: 'Zucchini on Sunday', text: 'Zucchini, mint and feta.' }
beforeEach(async () => {
  await history.startOver()
  recipe = await history.deliverAndSort(mail)
})

const ask = (input: object, as?: Visitor) => {
  const { mailboxId, user } = history.mailbox
  const owner = { token: user.accessToken, userId: user.userId }
  return callFunction(app, as ?? owner, 'learn-examples', {
    mailboxId,
    folderId: history.folderId('Newsletters'),
    messageIds: [recipe.messageId],
    ...input,
  })
}
const outcomes = async (input: object) =>
  LearnExamplesOutput.parse((await ask(input)).body).outcomes.map(({ outcome }) => outcome)
const learned = async () => {
  const { mailboxId } = history.mailbox
  const list = await history.mailbox.call('learned-mail', { action: 'list', mailboxId })
  return LearnedMailOutput.parse(list).learned.filter(({ learnedBy }) => learnedBy === 'example')
}
const examples = () =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.training_examples')
      .select(['folder_id', 'is_correction', 'is_retracted'])
      .where('message_id', '=', recipe.messageId)
      .execute(),
  )

test('learns from an email without moving it, once, and takes that back', async () => {
  const folder_id = history.folderId('Newsletters')
  const row = await history.row(recipe.logId)
  expect(row).toMatchObject({ status: 'left' })
  expect(await outcomes({ action: 'learn' })).toEqual(['done'])
  expect(await learned()).toMatchObject([{ kind: 'sender', value: 'anna@family.example', folderId: folder_id }])
  expect(await examples()).toEqual([{ folder_id, is_correction: true, is_retracted: false }])
  const before = await allRows(app.database)
  expect(await outcomes({ action: 'learn', messageIds: [recipe.messageId, recipe.messageId] })).toEqual(['done'])
  expect(await allRows(app.database)).toEqual(before)
  expect(await history.outlookFolderOf(recipe.messageId)).toBe('Inbox')
  expect(await history.row(recipe.logId)).toEqual(row)

  const next = await history.deliverAndSort({ ...mail, subject: 'Lunch' })
  expect(await history.row(next.logId)).toMatchObject({ target_folder_id: folder_id, decided_by: 'correction' })

  expect(await outcomes({ action: 'take-back' })).toEqual(['done'])
  expect(await learned()).toEqual([])
  expect(await examples()).toEqual([{ folder_id, is_correction: true, is_retracted: true }])
  await app.runDueJobs()
  const after = await allRows(app.database)
  expect(await outcomes({ action: 'take-back' })).toEqual(['done'])
  expect(await allRows(app.database)).toEqual(after)
  const later = await history.deliverAndSort({ ...mail, subject: 'Dinner' })
  expect((await history.row(later.logId)).decided_by).not.toBe('correction')
})

test('restores the correction from before when a picked example is retracted', async () => {
  const invoices = history.folderId('Invoices')
  expect(await outcomes({ action: 'learn', folderId: invoices })).toEqual(['done'])
  await app.ctx.db.asService((tx) => tx.updateTable('app.corrections').set({ learned_by: 'history' }).execute())
  await app.advance('1 s')
  expect(await outcomes({ action: 'learn' })).toEqual(['done'])
  const chosen = await history.deliverAndSort({ ...mail, subject: 'Lunch' })
  expect(await history.row(chosen.logId)).toMatchObject({ target_folder_id: history.folderId('Newsletters') })
  expect(await outcomes({ action: 'take-back' })).toEqual(['done'])
  expect(await history.corrections(recipe.messageId)).toMatchObject([{ learned_by: 'history', folder_id: invoices }])
  const later = await history.deliverAndSort({ ...mail, subject: 'Dinner' })
  expect(await history.row(later.logId)).toMatchObject({ target_folder_id: invoices, decided_by: 'correction' })
})

test('moves picked emails as a correction in the history, or as by hand without a row', async () => {
  const moves = await history.moves()
  expect(await outcomes({ action: 'learn' })).toEqual(['done'])
  expect(await outcomes({ action: 'move' })).toEqual(['done'])
  expect(await history.outlookFolderOf(recipe.messageId)).toBe('Newsletters')
  expect(await history.row(recipe.logId)).toMatchObject({ status: 'processed', decided_by: 'user' })
  // The correction in the history stays: it is retracted there.
  expect(await outcomes({ action: 'take-back' })).toEqual(['done'])
  expect(await history.corrections(recipe.messageId)).toMatchObject([{ learned_by: 'history' }])
  expect((await examples()).at(-1)).toMatchObject({ is_retracted: false })

  const unsorted = await history.mailbox.deliver({ folder: 'Invoices', ...mail })
  const messageIds = [unsorted]
  expect(await outcomes({ action: 'move', messageIds })).toEqual(['done'])
  expect(await outcomes({ action: 'move', messageIds })).toEqual(['done'])
  expect(await history.outlookFolderOf(unsorted)).toBe('Newsletters')
  expect((await history.moves()) - moves).toBe(2)
})

test('is no email that the user has moved back, once existing email is sorted', async () => {
  await app.faults({ service: 'graph-notify', path: '.', drop: true, times: 1 })
  const unsorted = await history.mailbox.deliver(mail)
  expect(await outcomes({ action: 'learn', messageIds: [unsorted] })).toEqual(['done'])
  const { mailboxId } = history.mailbox
  await history.mailbox.call('sort-existing', { action: 'start', mailboxId, lastDays: null })
  await app.runDueJobs()
  expect(await history.corrections(unsorted)).toMatchObject([{ learned_by: 'example' }])
  expect(await history.outlookFolderOf(unsorted)).toBe('Newsletters')
})

test('shows picked emails in the next preview of the folder', async () => {
  const folderId = history.folderId('Newsletters')
  const preview = async () => {
    const input = { mailboxId: history.mailbox.mailboxId, folderId, instructions: '' }
    const { stays } = PreviewInstructionsOutput.parse(await history.mailbox.call('preview-instructions', input))
    return stays.map(({ messageId }) => messageId)
  }
  expect(await preview()).not.toContain(recipe.messageId)
  await ask({ action: 'learn' })
  expect(await preview()).toContain(recipe.messageId)
})

test('reports deleted emails and an Outlook that does not respond, and learns nothing then', async () => {
  expect(await outcomes({ action: 'learn', messageIds: ['gone'] })).toEqual(['gone'])
  expect(await outcomes({ action: 'move', messageIds: ['gone'] })).toEqual(['gone'])
  await app.faults({ service: 'graph', path: 'me/messages', status: 503, times: 9 })
  expect(await ask({ action: 'learn' })).toMatchObject({ body: { error: { code: 'outlook_unreachable' } } })
  expect(await outcomes({ action: 'move' })).toEqual(['waiting'])
  await app.faults()
  expect(await examples()).toEqual([])
  expect(await learned()).toEqual([])
})

test('reports what was learned before Outlook fails, and the others as busy', async () => {
  const second = await history.deliverAndSort({ ...mail, subject: 'Feta' })
  const path = `me/messages/${encodeURIComponent(second.messageId)}`
  await app.faults({ service: 'graph', path, status: 503, times: 9 })
  const messageIds = [recipe.messageId, second.messageId, 'gone']
  expect(await outcomes({ action: 'learn', messageIds })).toEqual(['done', 'busy', 'busy'])
  await app.faults()
  expect(await outcomes({ action: 'learn', messageIds })).toEqual(['done', 'done', 'gone'])
})

test('refuses other users and their folders', async () => {
  const other = await signUp(app)
  const elsewhere = await connectedMailbox(app, [{ displayName: 'Newsletters' }])
  const [folder] = await elsewhere.rows<{ id: string }[]>('email_folders?select=id&folder_name=eq.Newsletters')
  const before = await allRows(app.database)
  for (const action of ['learn', 'move', 'take-back']) {
    expect(await ask({ action }, other)).toMatchObject({ status: 404, body: { error: { code: 'mailbox_not_found' } } })
    expect(await ask({ action, folderId: folder?.id })).toMatchObject({
      status: 404,
      body: { error: { code: 'folder_not_found' } },
    })
    expect(await ask({ action, messageIds: [] })).toMatchObject({ status: 400 })
    expect(await ask({ action, messageIds: Array.from({ length: 11 }, String) })).toMatchObject({ status: 400 })
  }
  expect(await allRows(app.database)).toEqual(before)
})

test('moves nothing into a folder that was deleted in Outlook', async () => {
  const messageIds = [await history.mailbox.deliver({ folder: 'Invoices', ...mail })]
  const { email } = history.mailbox
  await app.control('DELETE', `/control/outlook/${email}/folders/Newsletters`)
  expect(await ask({ action: 'move', messageIds })).toMatchObject({ body: { error: { code: 'folder_gone' } } })
  expect(await ask({ action: 'move' })).toMatchObject({ body: { error: { code: 'folder_gone' } } })
  expect(await history.outlookFolderOf(messageIds[0] ?? '')).toBe('Invoices')
  expect(await history.outlookFolderOf(recipe.messageId)).toBe('Inbox')
})
