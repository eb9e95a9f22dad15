import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { afterRead, delaysOf } from '../testing/delayed-email.ts'

/** What happens to an email while it waits in the inbox. */

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const { mailbox } = history
const { settings, delayed, later, change, setFolder, correct, used } = delaysOf(app, history)
beforeEach(() => history.startOver())

const Pressed = z.object({ presses: z.array(z.object({ id: z.string() })) })

test('an email that the user moves or deletes ends, and is not moved', async () => {
  const moved = await delayed(afterRead, invoice(20))
  const deleted = await delayed({}, invoice(21))
  const gone = await delayed({}, invoice(22))
  const before = await history.moves()
  await history.moveInOutlook(moved.messageId, 'Newsletters')
  await app.control('DELETE', `/control/outlook/${mailbox.email}/messages/${deleted.messageId}`)
  await app.control('DELETE', `/control/outlook/${mailbox.email}/messages/${gone.messageId}?forGood=true`)
  await later('1 min')
  expect(await history.row(deleted.logId)).toMatchObject({ status: 'left', reason: 'user_moved' })
  for (let attempt = 2; attempt <= 4; attempt++) await later('1 min')
  expect(await history.row(gone.logId)).toMatchObject({ status: 'left', reason: 'gone' })
  // Found by the check of the folders, and learned.
  await later('20 min')
  expect(await history.row(moved.logId)).toMatchObject({
    decided_by: 'user',
    target_folder_id: history.folderId('Newsletters'),
  })
  expect(await history.corrections(moved.messageId)).toHaveLength(1)
  expect(await history.moves()).toBe(before)
})

test('an email that the user keeps in the inbox stays there, and waits again after the undo of that', async () => {
  const { logId, messageId } = await delayed(afterRead)
  expect(await correct({ action: 'move', logId, folderId: null })).toMatchObject({ waiting: false })
  await change(messageId, { isRead: true })
  await later('1 min')
  await later('10 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  expect(await history.row(logId)).toMatchObject({ status: 'left', decided_by: 'user' })
  expect(await correct({ action: 'take-back', logId, folderId: null })).toMatchObject({ waiting: false })
  await later('1 min')
  await later('10 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  expect(await used()).toEqual([1])
})

test('nothing is moved while sorting is off or only previewed', async () => {
  const { messageId } = await delayed({ fileWhen: 'by_latest', fileLatestHours: 1 })
  const { mailboxId } = mailbox
  await mailbox.call('mail-webhook-management', { action: 'unsubscribe', mailboxId })
  await later('2 h')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  await settings({ previewOnly: true })
  await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId })
  await later('1 h')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  await later('24 h')
  await later('1 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
})

test('a folder that is switched off or deleted takes nothing more', async () => {
  const first = await delayed({ fileWhen: 'by_latest', fileLatestHours: 1 })
  await setFolder({ active: false })
  await later('1 h')
  expect(await history.row(first.logId)).toMatchObject({ status: 'left', reason: 'disabled' })
  await setFolder({ active: true })
  const second = await delayed({}, invoice(21))
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_folders')
      .set({ provider_folder_id: null, is_custom: true, deleted_in_outlook_at: app.clock.now() })
      .where('id', '=', history.folderId('Invoices'))
      .execute(),
  )
  await later('1 h')
  expect(await history.row(second.logId)).toMatchObject({ status: 'left', reason: 'disabled' })
  expect(await used()).toEqual([1])
  expect(await history.outlookFolderOf(second.messageId)).toBe('Inbox')
})

test('a lost response moves nothing twice, and an outage loses nothing', async () => {
  const { messageId, logId } = await delayed({ fileWhen: 'by_latest', fileLatestHours: 1 })
  const before = await history.moves()
  await app.faults({ service: 'graph', method: 'POST', path: '/move', when: 'after', status: 504, times: 1 })
  await later('1 h')
  await later('5 min')
  expect(await history.row(logId)).toMatchObject({ status: 'processed', reason: 'sorted' })
  expect((await history.moves()) - before).toBe(1)
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')

  const next = await delayed({}, invoice(21))
  await app.faults({ service: 'graph', path: '/me/', status: 503 })
  await later('1 h')
  await later('1 h')
  await app.faults()
  await later('20 min')
  await later('20 min')
  expect(await history.outlookFolderOf(next.messageId)).toBe('Invoices')
})

test('stays in the inbox where a press of Tidy up leaves it there, until the press is undone', async () => {
  const { messageId } = await delayed({ fileWhen: 'by_latest', fileLatestHours: 1 })
  const press = { mailboxId: mailbox.mailboxId, messageIds: [messageId] }
  await app.faults({ service: 'graph', method: 'PATCH', path: '/messages/', status: 503, times: 1 })
  const [made] = Pressed.parse(await mailbox.call('tidy-up', { action: 'leave', ...press })).presses
  await app.runDueJobs()
  await later('2 h')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  expect(await history.categories(messageId)).toEqual([])
  await mailbox.call('tidy-up', { action: 'undo', mailboxId: mailbox.mailboxId, pressId: made?.id })
  await later('1 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
})

test('stays in the inbox after an undo of its day, with what was filed that day', async () => {
  const { messageId: filedId } = await history.deliverAndSort(invoice(21))
  const { messageId, logId } = await delayed({ fileWhen: 'by_latest', fileLatestHours: 1 })
  const what = { kind: 'day', day: app.clock.now().toISOString().slice(0, 10), timeZone: 'UTC' }
  const ofDay = { mailboxId: mailbox.mailboxId, what }
  expect(await mailbox.call('undo-sorting', { action: 'estimate', ...ofDay })).toMatchObject({ estimate: { mails: 2 } })
  await mailbox.call('undo-sorting', { action: 'start', ...ofDay })
  await app.runDueJobs()
  const ended = await mailbox.call('undo-sorting', { action: 'status', mailboxId: mailbox.mailboxId })
  expect(ended).toMatchObject({ undo: { state: 'done', total: 2, undone: 2 } })
  await later('2 h')
  for (const id of [filedId, messageId]) expect(await history.outlookFolderOf(id)).toBe('Inbox')
  expect(await history.categories(messageId)).toEqual([])
  expect(await history.row(logId)).toMatchObject({ status: 'left', reason: 'user_moved', decided_by: 'user' })
})
