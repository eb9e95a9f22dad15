import { beforeEach, expect, test } from 'vitest'
import type { EmailFolderChange } from '../../../contract/tables.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const { mailbox, row, categories, outlookFolderOf } = history
const invoices = history.folderId('Invoices')
const newsletters = history.folderId('Newsletters')
beforeEach(() => history.startOver())

const setFolder = (change: Partial<EmailFolderChange> & { display_name?: string }) =>
  app.ctx.db.asService((tx) => tx.updateTable('email_folders').set(change).where('id', '=', invoices).execute())
const change = (id: string, changes: object) =>
  app.control('PATCH', `/control/outlook/${mailbox.email}/messages/${id}`, changes)
async function later(pause: string): Promise<void> {
  await app.advance(pause)
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
  // Sessions last for an hour.
  Object.assign(mailbox.user, await mailbox.signInAgain())
}
/** One invoice that waits in the inbox for an hour at most. */
async function delayed(number = 20) {
  await mailbox.call('mailbox-settings', {
    action: 'save',
    mailboxId: mailbox.mailboxId,
    fileWhen: 'by_latest',
    fileLatestHours: 1,
    fileDelayMinutes: 0,
  })
  const sorted = await history.deliverAndSort(invoice(number))
  expect(await categories(sorted.messageId)).toEqual(['Invoices'])
  return sorted
}
const inOutlook = async (messageId: string) => {
  const messages: unknown = await app.control('GET', `/control/outlook/${mailbox.email}/messages`)
  return Array.isArray(messages) ? messages.find(({ id }) => id === messageId) : null
}

test('is taken off where the folder was renamed meanwhile', async () => {
  const { messageId } = await delayed()
  await setFolder({ display_name: 'Bills' })
  await later('1 h')
  expect(await outlookFolderOf(messageId)).toBe('Invoices')
  expect(await categories(messageId)).toEqual([])
  await setFolder({ display_name: 'Invoices' })
})

test('is taken off where Outlook does not find the email at first once it was moved', async () => {
  const movesBefore = await history.moves()
  for (const times of [1, 4]) {
    const { messageId, logId } = await delayed(20 + times)
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
  const { messageId, logId } = await delayed()
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
  const off = await delayed()
  await setFolder({ filing: 'tag', active: false })
  await later('1 h')
  expect(await row(off.logId)).toMatchObject({ status: 'left', reason: 'disabled' })
  expect(await categories(off.messageId)).toEqual([])

  await setFolder({ filing: 'move', active: true })
  const moved = await delayed(21)
  await history.moveInOutlook(moved.messageId, 'Newsletters')
  await later('1 min')
  expect(await outlookFolderOf(moved.messageId)).toBe('Newsletters')
  expect(await categories(moved.messageId)).toEqual([])
})

test('replaced by that of another folder is a correction to that folder', async () => {
  const { messageId, logId } = await delayed()
  await change(messageId, { categories: ['Newsletters'] })
  await later('1 min')
  expect(await row(logId)).toMatchObject({
    status: 'processed',
    target_folder_id: newsletters,
    explanation: 'You gave it the tag of this folder; similar emails will follow',
  })
  expect(await history.corrections(messageId)).toMatchObject([{ folder_id: newsletters, learned_by: 'outlook' }])
})
