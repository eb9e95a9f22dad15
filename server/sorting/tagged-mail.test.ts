import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { EmailFolderChange } from '../../contract/tables.ts'
import { requestsTo } from '../../test/kit/outlook.ts'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { invoice } from '../../test/kit/trained-mailbox.ts'
import { detectManualMoves } from './moves/detect-manual-moves.ts'
import { crashAtEachStep, sortedRow } from './testing/tag-crashes.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const { mailbox, row, categories, outlookFolderOf, deliverAndSort } = history
const { mailboxId, email } = mailbox
const invoices = history.folderId('Invoices')
const newsletters = history.folderId('Newsletters')
beforeEach(() => history.startOver())

const set = (change: Partial<EmailFolderChange>, folderId = invoices) =>
  app.ctx.db.asService((tx) => tx.updateTable('email_folders').set(change).where('id', '=', folderId).execute())
const change = (id: string, body: object) => app.control('PATCH', `/control/outlook/${email}/messages/${id}`, body)
const rename = (name: string) =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('email_folders').set({ display_name: name, folder_name: name }).where('id', '=', invoices).execute(),
  )
/** The user changes the categories, and the sorter looks at what has changed. */
async function retag(messageId: string, names: string[]): Promise<void> {
  await change(messageId, { categories: names })
  await detectManualMoves(app.ctx, mailboxId)
  await app.runDueJobs()
}
const Pressed = z.object({ presses: z.array(z.object({ id: z.string() })) })
const Scanned = z.object({ emails: z.array(z.object({ messageId: z.string() })) })
/** The bodies of the calls that mark a message. */
const patches = async () =>
  (await requestsTo(app, 'graph')).filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const learned = () =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.corrections')
      .select(['folder_id', 'from_folder_id', 'learned_by'])
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )

test('an email is tagged in the inbox, with one call as for a move, and counted once', async () => {
  await set({ filing: 'tag', mark_as_read: true, set_flag: true })
  await app.control('DELETE', '/control/requests')
  const { logId, messageId } = await deliverAndSort(invoice(20))
  expect(await patches()).toEqual([{ categories: ['Invoices'], isRead: true, flag: { flagStatus: 'flagged' } }])
  expect(await history.moves()).toBe(0)
  expect(await row(logId)).toMatchObject({
    status: 'processed',
    reason: 'sorted',
    target_folder_id: invoices,
    stays_in_inbox: true,
  })
  expect(await outlookFolderOf(messageId)).toBe('Inbox')
  expect(await categories(messageId)).toEqual(['Invoices'])
  expect(await mailbox.rows('usage?select=emails_processed')).toEqual([{ emails_processed: 1 }])
  // Repeated notifications and checks find a tag that is still there.
  await change(messageId, { isRead: false })
  await detectManualMoves(app.ctx, mailboxId)
  await app.runDueJobs()
  expect(await row(logId)).toMatchObject({ status: 'processed', corrected_at: null })
})

test('an email is moved and tagged, and its return by hand is a correction as always', async () => {
  await set({ filing: 'both' })
  const { logId, messageId } = await deliverAndSort(invoice(21))
  expect(await outlookFolderOf(messageId)).toBe('Invoices')
  expect(await categories(messageId)).toEqual(['Invoices'])
  expect(await history.callSortedMail({ action: 'move', logId, folderId: null })).toBe('done')
  expect(await outlookFolderOf(messageId)).toBe('Inbox')
  expect(await categories(messageId)).toEqual([])
})

test('only read and flagged, a moved email gets one more call', async () => {
  await set({ mark_as_read: true })
  await app.control('DELETE', '/control/requests')
  const { logId, messageId } = await deliverAndSort(invoice(22))
  expect(await outlookFolderOf(messageId)).toBe('Invoices')
  expect(await row(logId)).toMatchObject({ stays_in_inbox: false, status: 'processed' })
  expect(await patches()).toEqual([{ isRead: true }])
})

test('an undo takes off the tag that is ours, and keeps the categories of the user', async () => {
  await set({ filing: 'tag' })
  const { logId, messageId } = await deliverAndSort(invoice(23))
  await change(messageId, { categories: ['Red  flag', 'Invoices'] })
  expect(await history.callSortedMail({ action: 'move', logId, folderId: null })).toBe('done')
  expect(await categories(messageId)).toEqual(['Red  flag'])
  expect(await row(logId)).toMatchObject({
    status: 'left',
    reason: 'user_moved',
    stays_in_inbox: false,
    explanation: 'You took its tag off; similar emails will stay in the inbox',
  })
  expect(await history.callSortedMail({ action: 'take-back', logId, folderId: null })).toBe('done')
  expect(await categories(messageId)).toEqual(['Red  flag', 'Invoices'])
  expect(await row(logId)).toMatchObject({ status: 'processed', target_folder_id: invoices, stays_in_inbox: true })
})

test('a category of the user with the name of the folder stays, also after an undo', async () => {
  await set({ filing: 'tag' })
  const messageId = await mailbox.deliver(invoice(24))
  await change(messageId, { categories: ['invoices'] })
  const log = await sortedRow(app, mailboxId, messageId)
  expect(log).toMatchObject({ status: 'processed', filing: { staysInInbox: true, category: null } })
  expect(await history.callSortedMail({ action: 'move', logId: log.id, folderId: null })).toBe('done')
  expect(await categories(messageId)).toEqual(['invoices'])
})

test('the history moves a tagged email to a folder, and tags one for a folder of tags', async () => {
  await set({ filing: 'tag' })
  const { logId, messageId } = await deliverAndSort(invoice(25))
  expect(await history.callSortedMail({ action: 'move', logId, folderId: newsletters })).toBe('done')
  expect(await outlookFolderOf(messageId)).toBe('Newsletters')
  expect(await categories(messageId)).toEqual([])
  expect(await history.callSortedMail({ action: 'move', logId, folderId: invoices })).toBe('done')
  expect(await outlookFolderOf(messageId)).toBe('Inbox')
  expect(await categories(messageId)).toEqual(['Invoices'])
  expect(await row(logId)).toMatchObject({
    status: 'processed',
    target_folder_id: invoices,
    stays_in_inbox: true,
    explanation: 'You gave it the tag of this folder; similar emails will follow',
  })
  expect(await learned()).toMatchObject([{ folder_id: invoices, learned_by: 'history' }])
})

test('a tag that the user takes off is a correction', async () => {
  await set({ filing: 'tag' })
  const { logId, messageId } = await deliverAndSort(invoice(26))
  await retag(messageId, ['Red'])
  expect(await row(logId)).toMatchObject({
    status: 'left',
    reason: 'user_moved',
    explanation: 'You took its tag off; similar emails will stay in the inbox',
  })
  expect(await learned()).toEqual([{ folder_id: null, from_folder_id: invoices, learned_by: 'outlook' }])
  const next = await deliverAndSort(invoice(27))
  expect(await row(next.logId)).toMatchObject({ status: 'left' })
  expect(await categories(messageId)).toEqual(['Red'])
})

test('a tag that the user replaces by that of another folder is a correction, and so is a drag', async () => {
  await set({ filing: 'tag' })
  await set({ filing: 'tag' }, newsletters)
  const { logId, messageId } = await deliverAndSort(invoice(28))
  await retag(messageId, ['newsletters'])
  expect(await row(logId)).toMatchObject({
    status: 'processed',
    target_folder_id: newsletters,
    stays_in_inbox: true,
    explanation: 'You gave it the tag of this folder; similar emails will follow',
  })
  expect(await learned()).toEqual([{ folder_id: newsletters, from_folder_id: invoices, learned_by: 'outlook' }])
  await history.moveInOutlook(messageId, 'Invoices')
  await detectManualMoves(app.ctx, mailboxId)
  expect(await row(logId)).toMatchObject({ status: 'processed', target_folder_id: invoices, stays_in_inbox: false })
  expect(await learned()).toMatchObject([{ folder_id: invoices, from_folder_id: newsletters }])
})

test('a renamed folder has another tag, and the former one is still recognised', async () => {
  await set({ filing: 'tag' })
  const { logId, messageId } = await deliverAndSort(invoice(29))
  await rename('Bills')
  await detectManualMoves(app.ctx, mailboxId)
  await app.runDueJobs()
  expect(await row(logId)).toMatchObject({ status: 'processed' })
  const next = await deliverAndSort(invoice(30))
  expect(await categories(next.messageId)).toEqual(['Bills'])
  expect(await history.callSortedMail({ action: 'move', logId, folderId: null })).toBe('done')
  expect(await categories(messageId)).toEqual([])
  await rename('Invoices')
})

test('a bulk undo and a press of Tidy up take tags off, and give them', async () => {
  await set({ filing: 'tag' })
  const [first, second] = await history.deliverAndSortAll([invoice(31), invoice(32)])
  const day = app.clock.now().toISOString().slice(0, 10)
  await app.advance('1 s')
  await mailbox.call('undo-sorting', { action: 'start', mailboxId, what: { kind: 'day', day, timeZone: 'UTC' } })
  await app.runDueJobs()
  for (const { logId, messageId } of [first, second].filter((one) => one !== undefined)) {
    expect(await categories(messageId)).toEqual([])
    expect(await row(logId)).toMatchObject({ status: 'left', stays_in_inbox: false })
  }
  const press = { mailboxId, folderId: invoices, move: true, messageIds: [first?.messageId, second?.messageId] }
  const pressed = Pressed.parse(await mailbox.call('tidy-up', { action: 'file', ...press }))
  await app.runDueJobs()
  expect(await categories(first?.messageId ?? '')).toEqual(['Invoices'])
  expect(await outlookFolderOf(first?.messageId ?? '')).toBe('Inbox')
  expect(await row(first?.logId ?? '')).toMatchObject({ status: 'processed', stays_in_inbox: true })
  // What is tagged is filed: it is not offered again.
  const scanned = Scanned.parse(await mailbox.call('tidy-up', { action: 'scan', mailboxId, from: null }))
  expect(scanned.emails).toEqual([])
  const ofSender = { mailboxId, addresses: [invoice(31).from], folderId: newsletters }
  const nothing = { emails: 0, more: false, pressIds: [] }
  expect(await mailbox.call('senders', { action: 'file', ...ofSender })).toEqual(nothing)
  await mailbox.call('tidy-up', { action: 'undo', mailboxId, pressId: pressed.presses[0]?.id })
  await app.runDueJobs()
  expect(await categories(first?.messageId ?? '')).toEqual([])
})

test('actions run on a tagged email, and one that waits is moved once it is read, and keeps its tag', async () => {
  const [draft] = await mailbox.rows<{ id: string }[]>('email_actions?select=id&action_type=eq.draft_reply')
  const added = { folder_id: invoices, action_id: draft?.id, action_order: 1 }
  await mailbox.rows('email_folder_actions', { method: 'POST', body: JSON.stringify(added) })
  const runs = () => mailbox.rows('email_action_runs?select=action_type,status,log_id&order=log_id')
  await set({ filing: 'tag' })
  const now = await deliverAndSort(invoice(34))
  await app.runDueJobs()
  expect(await runs()).toEqual([{ action_type: 'draft_reply', status: 'done', log_id: now.logId }])
  await mailbox.rows(`email_folder_actions?action_id=eq.${draft?.id}`, { method: 'DELETE' })

  await set({ filing: 'both', file_when: 'after_read', file_delay_minutes: 0 })
  const later = await deliverAndSort(invoice(35))
  expect(await row(later.logId)).toMatchObject({ status: 'left', reason: 'delayed', stays_in_inbox: false })
  await change(later.messageId, { isRead: true })
  await app.advance('1 min')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
  expect(await row(later.logId)).toMatchObject({ status: 'processed', reason: 'sorted', stays_in_inbox: false })
  expect(await outlookFolderOf(later.messageId)).toBe('Invoices')
  expect(await categories(later.messageId)).toEqual(['Invoices'])
})

test('an undo whose response is lost, or that meets another program, ends once', async () => {
  await set({ filing: 'tag' })
  const { logId, messageId } = await deliverAndSort(invoice(33))
  await app.faults({ service: 'graph', method: 'PATCH', path: '/messages/', when: 'after', status: 504, times: 1 })
  expect(await history.callSortedMail({ action: 'move', logId, folderId: null })).toBe('waiting')
  expect(await categories(messageId)).toEqual([])
  await change(messageId, { categories: ['Red'] })
  await app.faults()
  await app.advance('4 min')
  await app.runDueJobs()
  expect(await categories(messageId)).toEqual(['Red'])
  expect(await row(logId)).toMatchObject({ status: 'left', reason: 'user_moved' })
  expect(await history.requestedMoves()).toEqual([])
})

// Every second step shows every crash (`crashAtStep`): `tagged-mail.long.test.ts`.
test('an email is moved and tagged once wherever the worker dies', () => crashAtEachStep(app, history, 'both', 8))
