import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { unsureCategory } from '../../../contract/limits.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { markUnsure } from './mark-unsure.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(async () => {
  await app.faults()
  await history.startOver()
})

const Pressed = z.object({ presses: z.array(z.object({ id: z.string() })) })
/** Raises the threshold, so that only known senders reach it. */
const setUp = (whenUnsure: 'leave' | 'categorize') =>
  app.ctx.db.asService((tx) =>
    tx
      .updateTable('mailboxes')
      .set({ when_unsure: whenUnsure, confidence_threshold: 1 })
      .where('id', '=', history.mailbox.mailboxId)
      .execute(),
  )
/** Known words, unknown sender. */
const bill = (n: number) => ({ ...invoice(n), from: 'ana@friends.example' })

test('adds the category to unsure mail until the user decides', async () => {
  await setUp('categorize')
  const { logId, messageId } = await history.deliverAndSort(bill(13))
  expect(await history.row(logId)).toMatchObject({ status: 'left', reason: 'low_confidence' })
  await app.runDueJobs()
  expect(await history.categories(messageId)).toEqual([unsureCategory])
  const path = `/control/outlook/${history.mailbox.email}/messages/${messageId}`
  await app.control('PATCH', path, { categories: ['Red  flag'] })
  await markUnsure(app.ctx, { logId })
  await markUnsure(app.ctx, { logId })
  expect(await history.categories(messageId)).toEqual(['Red  flag', unsureCategory])
  const { runner_up_folder_id } = await history.row(logId)
  expect(runner_up_folder_id).toBe(history.folderId('Invoices'))
  expect(await history.callSortedMail({ action: 'move', logId, folderId: runner_up_folder_id })).toBe('done')
  expect(await history.categories(messageId)).toEqual(['Red  flag'])
  await markUnsure(app.ctx, { logId })
  expect(await history.categories(messageId)).toEqual(['Red  flag'])
  expect(await history.callSortedMail({ action: 'take-back', logId, folderId: runner_up_folder_id })).toBe('done')
  await app.runDueJobs()
  expect(await history.categories(messageId)).toEqual(['Red  flag', unsureCategory])
})

test('takes the category off what the user keeps in the inbox, until that is undone', async () => {
  await setUp('categorize')
  const { logId, messageId } = await history.deliverAndSort(bill(13))
  await app.runDueJobs()
  expect(await history.callSortedMail({ action: 'move', logId, folderId: null })).toBe('done')
  await app.runDueJobs()
  expect(await history.categories(messageId)).toEqual([])
  expect(await history.callSortedMail({ action: 'take-back', logId, folderId: null })).toBe('done')
  await app.runDueJobs()
  expect(await history.categories(messageId)).toEqual([unsureCategory])
})

test('takes the category off what a press of Tidy up leaves in the inbox, until the press is undone', async () => {
  await setUp('categorize')
  const { messageId } = await history.deliverAndSort(bill(13))
  await app.runDueJobs()
  const { mailboxId } = history.mailbox
  const pressed = await history.mailbox.call('tidy-up', { action: 'leave', mailboxId, messageIds: [messageId] })
  await app.runDueJobs()
  expect(await history.categories(messageId)).toEqual([])
  const [made] = Pressed.parse(pressed).presses
  await history.mailbox.call('tidy-up', { action: 'undo', mailboxId, pressId: made?.id })
  await app.runDueJobs()
  expect(await history.categories(messageId)).toEqual([unsureCategory])
})

test('adds no category where the setting is off, nothing matches or the mail was sorted', async () => {
  await setUp('leave')
  const { messageId } = await history.deliverAndSort(bill(13))
  await setUp('categorize')
  const strange = await history.deliverAndSort({ from: 'q@q.example', subject: 'Zzzz' })
  await app.runDueJobs()
  expect(await history.row(strange.logId)).toMatchObject({ reason: 'no_match' })
  expect(await history.categories(messageId)).toEqual([])
  expect(await history.categories(strange.messageId)).toEqual([])
})

test('retries after failures of Outlook without affecting sorting', async () => {
  await setUp('categorize')
  await app.faults({ service: 'graph', method: 'PATCH', path: '/messages/', status: 503, times: 1 })
  const { logId, messageId } = await history.deliverAndSort(bill(13))
  await app.runDueJobs()
  expect(await history.row(logId)).toMatchObject({ status: 'left', reason: 'low_confidence' })
  expect(await history.categories(messageId)).toEqual([])
  await app.advance('2 min')
  await app.runDueJobs()
  expect(await history.categories(messageId)).toEqual([unsureCategory])

  await app.faults({ service: 'graph', method: 'PATCH', path: '/messages/', status: 403 })
  const refused = await history.deliverAndSort(bill(14))
  await app.runDueJobs()
  expect(await history.row(refused.logId)).toMatchObject({ status: 'left' })
  expect(await history.callSortedMail({ action: 'move', logId, folderId: null })).toBe('done')
})

test('leaves out a message whose move the user has requested and Outlook has not done yet', async () => {
  await setUp('categorize')
  await app.faults(
    { service: 'graph', method: 'PATCH', path: '/messages/', status: 503 },
    { service: 'graph', method: 'POST', path: '/move$', status: 503 },
  )
  const { logId, messageId } = await history.deliverAndSort(bill(13))
  const folderId = history.folderId('Newsletters')
  expect(await history.callSortedMail({ action: 'move', logId, folderId })).toBe('waiting')
  await app.faults()
  await markUnsure(app.ctx, { logId })
  expect(await history.categories(messageId)).toEqual([])
  await app.advance('4 min')
  await app.runDueJobs()
  expect(await history.outlookFolderOf(messageId)).toBe('Newsletters')
})
