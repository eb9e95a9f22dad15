import { beforeEach, expect, test } from 'vitest'
import { MailboxList } from '../../../contract/functions/mail-graph.ts'
import { PreviewedMailOutput } from '../../../contract/functions/previewed-mail.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { callFunction, signUp, type Visitor } from '../../../test/kit/outlook.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { hours } from '../../clock.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(() => history.startOver())

const ask = (action: string, as?: Visitor) => {
  const { mailboxId, user } = history.mailbox
  const owner = { token: user.accessToken, userId: user.userId }
  return callFunction(app, as ?? owner, 'previewed-mail', { mailboxId, action })
}
const previewed = async (action: string) => PreviewedMailOutput.parse((await ask(action)).body)
const switchTo = (previewOnly: boolean) =>
  history.mailbox.call('mailbox-settings', { action: 'save', mailboxId: history.mailbox.mailboxId, previewOnly })
/** Whether the page has to ask for previewed mail. */
const hasPreview = async () => {
  const { mailboxes } = MailboxList.parse(await history.mailbox.call('mail-graph', { action: 'status' }))
  return mailboxes[0]?.has_preview
}
const counted = async () =>
  (await history.mailbox.rows<{ emails_processed: number }[]>('usage?select=emails_processed'))[0]?.emails_processed

test('decides and leaves mail during the preview; sorts it later and counts it once', async () => {
  expect(await hasPreview()).toBe(false)
  await switchTo(true)
  expect(await hasPreview()).toBe(true)
  const { messageId, logId } = await history.deliverAndSort(invoice(71))
  expect(await history.row(logId)).toMatchObject({
    status: 'left',
    reason: 'preview',
    target_folder_id: null,
    runner_up_folder_id: history.folderId('Invoices'),
    explanation: expect.stringMatching(/^Would go to “Invoices”: ./),
    decided_by: 'classifier',
  })
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  expect(await history.moves()).toBe(0)
  expect(await counted()).toBe(1)
  const { previewUntil, waiting } = await previewed('status')
  expect(waiting).toBe(1)
  const lasts = Date.parse(previewUntil ?? '') - app.ctx.clock.now().getTime()
  expect(lasts).toBeGreaterThan(hours(23))
  expect(lasts).toBeLessThanOrEqual(hours(24))

  expect(await previewed('sort')).toMatchObject({ waiting: 0 })
  expect((await previewed('sort')).waiting).toBe(0)
  await expect
    .poll(async () => {
      await app.runDueJobs()
      return history.outlookFolderOf(messageId)
    })
    .toBe('Invoices')
  const sorted = await history.row(logId)
  expect(sorted).toMatchObject({
    status: 'processed',
    reason: 'sorted',
    target_folder_id: history.folderId('Invoices'),
    runner_up_folder_id: null,
    decided_by: 'classifier',
    explanation: expect.not.stringContaining('Would go'),
  })
  expect(sorted.explanation).toBeTruthy()
  expect(await history.moves()).toBe(1)
  expect(await counted()).toBe(1)
  expect(await history.corrections(messageId)).toEqual([])
})

test('ends on request or automatically, and leaves mail that the user has moved', async () => {
  await switchTo(true)
  const first = await history.deliverAndSort(invoice(72))
  await history.moveInOutlook(first.messageId, 'Newsletters')
  expect(await previewed('stop')).toMatchObject({ previewUntil: null, waiting: 1 })
  expect(await hasPreview()).toBe(true)
  const second = await history.deliverAndSort(invoice(73))
  expect(await history.outlookFolderOf(second.messageId)).toBe('Invoices')
  await previewed('sort')
  await expect
    .poll(async () => {
      await app.runDueJobs()
      return (await history.row(first.logId)).reason
    })
    .toBe('user_moved')
  expect(await history.outlookFolderOf(first.messageId)).toBe('Newsletters')

  await switchTo(true)
  const preview_until = app.ctx.clock.now()
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ preview_until }).where('id', '=', history.mailbox.mailboxId).execute(),
  )
  expect((await previewed('status')).previewUntil).toBeNull()
  const third = await history.deliverAndSort(invoice(74))
  expect(await history.outlookFolderOf(third.messageId)).toBe('Invoices')
})

test('allows corrections during the preview and refuses other users', async () => {
  await switchTo(true)
  const { messageId, logId } = await history.deliverAndSort(invoice(75))
  expect(await history.callSortedMail({ action: 'move', logId, folderId: history.folderId('Newsletters') })).toBe(
    'done',
  )
  expect(await history.outlookFolderOf(messageId)).toBe('Newsletters')
  expect(await previewed('status')).toMatchObject({ waiting: 0 })
  expect(await counted()).toBe(1)
  expect(await ask('sort', await signUp(app))).toMatchObject({
    status: 404,
    body: { error: { code: 'mailbox_not_found' } },
  })
})

// Last: the folder stays deleted.
test('says of no email that it would go to a folder that was deleted in Outlook', async () => {
  await switchTo(true)
  await history.deliverAndSort(invoice(73))
  const { email, mailboxId } = history.mailbox
  await app.control('DELETE', `/control/outlook/${email}/folders/Invoices`)
  await history.mailbox.call('mail-graph', { mailboxId, action: 'sync-folders' })
  const { logId, messageId } = await history.deliverAndSort(invoice(74))
  expect(await history.row(logId)).toMatchObject({
    status: 'left',
    reason: 'disabled',
    explanation: expect.stringContaining('no longer exists'),
  })
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  expect(await counted()).toBe(1)
  expect((await previewed('status')).waiting).toBe(0)
  await previewed('sort')
  expect(await counted()).toBe(1)
})
