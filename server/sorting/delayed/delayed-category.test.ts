import { beforeEach, expect, test } from 'vitest'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { afterRead, delaysOf } from '../testing/delayed-email.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const { mailbox, row, categories, outlookFolderOf } = history
const { delayed, later, change, setFolder, correct } = delaysOf(app, history)
const newsletters = history.folderId('Newsletters')
beforeEach(() => history.startOver())

const rename = (display_name: string) =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('email_folders').set({ display_name }).where('id', '=', history.folderId('Invoices')).execute(),
  )
/** One invoice that waits in the inbox for an hour at most. */
const waiting = (number = 20) =>
  delayed({ fileWhen: 'by_latest', fileLatestHours: 1, fileDelayMinutes: 0 }, invoice(number))
const inOutlook = async (messageId: string) => {
  const messages: unknown = await app.control('GET', `/control/outlook/${mailbox.email}/messages`)
  return Array.isArray(messages) ? messages.find(({ id }) => id === messageId) : null
}

test('is on an email until it is filed, beside the categories of the user', async () => {
  const { messageId, logId } = await delayed(afterRead)
  expect(await categories(messageId)).toEqual(['Invoices'])
  await change(messageId, { categories: ['Red category', 'Invoices'], isRead: true })
  await later('1 min')
  await later('10 min')
  expect(await outlookFolderOf(messageId)).toBe('Invoices')
  expect(await categories(messageId)).toEqual(['Red category'])
  expect(await row(logId)).toMatchObject({ status: 'processed', reason: 'sorted', decided_by: 'classifier' })

  // The user's own one stays.
  const own = await delayed({}, { ...invoice(21) })
  expect(await correct({ action: 'move', logId: own.logId, folderId: null })).toMatchObject({ waiting: false })
  expect(await categories(own.messageId)).toEqual([])
})

test('taken off is a correction, also of an email that is due', async () => {
  const { messageId, logId } = await delayed({ fileWhen: 'after_read', fileDelayMinutes: 0 })
  await change(messageId, { categories: [], isRead: true })
  await later('1 min')
  await later('1 min')
  expect(await outlookFolderOf(messageId)).toBe('Inbox')
  expect(await row(logId)).toMatchObject({ status: 'left', reason: 'user_moved', decided_by: 'user' })
  expect(await history.corrections(messageId)).toMatchObject([{ kind: 'sender', folder_id: null }])
  expect(await row((await history.deliverAndSort(invoice(21))).logId)).toMatchObject({
    status: 'left',
    decided_by: 'correction',
  })
})

test('that is refused for one email is set for the others, and the email is filed without it', async () => {
  await app.faults({ service: 'graph', method: 'PATCH', path: '/messages/', status: 503, times: 2 })
  const first = await delayed(afterRead)
  const newest = await delayed({}, invoice(21))
  // The newest are looked at first.
  await app.faults({ service: 'graph', method: 'PATCH', path: encodeURIComponent(newest.messageId), status: 403 })
  await later('1 min')
  await later('1 min')
  expect(await categories(first.messageId)).toEqual(['Invoices'])
  await app.faults()
  await change(newest.messageId, { isRead: true })
  await later('1 min')
  expect(await categories(newest.messageId)).toEqual([])
  await later('10 min')
  expect(await outlookFolderOf(newest.messageId)).toBe('Invoices')
})

test('is set by the next look where the mailbox has failed, and after an undone correction', async () => {
  await app.faults({ service: 'graph', method: 'PATCH', path: '/messages/', status: 503, times: 1 })
  const { messageId, logId } = await delayed(afterRead)
  expect(await categories(messageId)).toEqual([])
  await later('1 min')
  await later('1 min')
  expect(await categories(messageId)).toEqual(['Invoices'])
  await correct({ action: 'move', logId, folderId: null })
  expect(await categories(messageId)).toEqual([])
  await correct({ action: 'take-back', logId, folderId: null })
  await later('1 min')
  await later('1 min')
  expect(await categories(messageId)).toEqual(['Invoices'])
  expect(await row(logId)).toMatchObject({ reason: 'delayed' })
})

test('is taken off where the folder was renamed meanwhile', async () => {
  const { messageId } = await waiting()
  await rename('Bills')
  await later('1 h')
  expect(await outlookFolderOf(messageId)).toBe('Invoices')
  expect(await categories(messageId)).toEqual([])
  await rename('Invoices')
})

test('is taken off where Outlook does not find the email at first once it was moved', async () => {
  const movesBefore = await history.moves()
  for (const times of [1, 4]) {
    const { messageId, logId } = await waiting(20 + times)
    await app.faults({ service: 'graph', method: 'PATCH', path: '/messages/', status: 404, times })
    await later('1 h')
    expect(await outlookFolderOf(messageId)).toBe('Invoices')
    await later('10 min')
    expect(await categories(messageId)).toEqual([])
    expect(await row(logId)).toMatchObject({ status: 'processed', reason: 'sorted' })
  }
  expect(await history.moves()).toBe(movesBefore + 2)
})

test.each(['both', 'tag'] as const)('stays with the filing %s, whose other marks are set then', async (filing) => {
  await setFolder({ filing, mark_as_read: true, set_flag: true })
  const { messageId, logId } = await waiting()
  expect(await inOutlook(messageId)).toMatchObject({ isRead: false, flag: { flagStatus: 'notFlagged' } })
  await later('1 h')
  expect(await row(logId)).toMatchObject({ status: 'processed', stays_in_inbox: filing === 'tag' })
  expect(await inOutlook(messageId)).toMatchObject({
    categories: ['Invoices'],
    folder: filing === 'tag' ? 'Inbox' : 'Invoices',
    isRead: true,
    flag: { flagStatus: 'flagged' },
  })
})

test('is taken off an email that is not filed: its folder was switched off, or the user has moved it', async () => {
  const off = await waiting()
  await setFolder({ filing: 'tag', active: false })
  await later('1 h')
  expect(await row(off.logId)).toMatchObject({ status: 'left', reason: 'disabled' })
  expect(await categories(off.messageId)).toEqual([])

  await setFolder({ filing: 'move', active: true })
  const moved = await waiting(21)
  await history.moveInOutlook(moved.messageId, 'Newsletters')
  await later('1 min')
  expect(await outlookFolderOf(moved.messageId)).toBe('Newsletters')
  expect(await categories(moved.messageId)).toEqual([])
})

test('replaced by that of another folder is a correction to that folder', async () => {
  const { messageId, logId } = await waiting()
  await change(messageId, { categories: ['Newsletters'] })
  await later('1 min')
  expect(await row(logId)).toMatchObject({
    status: 'processed',
    target_folder_id: newsletters,
    explanation: 'You gave it the tag of this folder; similar emails will follow',
  })
  expect(await history.corrections(messageId)).toMatchObject([{ folder_id: newsletters, learned_by: 'outlook' }])
})
