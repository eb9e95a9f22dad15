import { beforeEach, expect, test } from 'vitest'
import { NotificationsOutput } from '../../../contract/functions/notifications.ts'
import { usageMonth } from '../../../contract/limits.ts'
import { startHistory, type History } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { invoice, sortedMails } from '../../../test/kit/trained-mailbox.ts'

const app = await appOfFile()
let history: History
beforeEach(async () => {
  history = await startHistory(app, { proposals: false })
})

const graph = (input: object) => history.mailbox.call('mail-graph', { mailboxId: history.mailbox.mailboxId, ...input })
const restore = (name: string) => graph({ action: 'restore-folder', folderId: history.folderId(name) })
const outlookFolder = (method: string, name: string, body?: object) =>
  app.control(method, `/control/outlook/${history.mailbox.email}/folders/${name}`, body)
const folderRow = async (name: string) =>
  (await history.mailbox.rows<object[]>(`email_folders?id=eq.${history.folderId(name)}`))[0]
const notices = async () => {
  const { notifications } = NotificationsOutput.parse(await history.mailbox.call('notifications', { action: 'list' }))
  return notifications.filter(({ kind }) => kind === 'folder_deleted').map(({ folder }) => folder)
}
const used = () =>
  app.ctx.db.asService(async (tx) => {
    const row = tx.selectFrom('usage').select('emails_processed').where('user_id', '=', history.mailbox.user.userId)
    const { emails_processed } = (await row.where('month', '=', usageMonth(app.clock.now())).executeTakeFirst()) ?? {}
    return emails_processed ?? 0
  })
const stayed = {
  status: 'left',
  reason: 'disabled',
  target_folder_id: null,
  explanation: expect.stringMatching('no longer'),
}

test('email for a folder that was deleted in Outlook stays, is not counted, and is reported once', async () => {
  await history.deliverAndSort(invoice(51))
  const before = await used()
  await outlookFolder('DELETE', 'Invoices')
  for (const number of [52, 53, 54]) {
    const { logId, messageId } = await history.deliverAndSort(invoice(number))
    expect(await history.row(logId)).toMatchObject(stayed)
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
    expect(await notices()).toEqual(['Invoices'])
    await history.mailbox.call('notifications', { action: 'read', which: 'all' })
  }
  expect(await used()).toBe(before)
  expect(await folderRow('Invoices')).toMatchObject({ is_custom: true, deleted_in_outlook_at: expect.any(String) })

  expect(await restore('Invoices')).toEqual({ success: true, in_outlook: true })
  expect(await notices()).toEqual([])
  const next = await history.deliverAndSort(invoice(55))
  expect(await history.row(next.logId)).toMatchObject({ status: 'processed', reason: 'sorted' })
  expect(await history.outlookFolderOf(next.messageId)).toBe('Invoices')
  expect(await used()).toBe(before + 1)
  expect(await folderRow('Invoices')).toMatchObject({ is_custom: false, deleted_in_outlook_at: null })

  // A folder that is switched off is for no email anyway.
  await history.mailbox.rows(`email_folders?id=eq.${history.folderId('Invoices')}`, {
    method: 'PATCH',
    body: JSON.stringify({ active: false, instructions: 'Invoices' }),
  })
  await outlookFolder('DELETE', 'Invoices')
  await graph({ action: 'sync-folders' })
  const { logId } = await history.deliverAndSort(invoice(56))
  expect(await history.row(logId)).not.toMatchObject({ status: 'processed' })
  expect(await notices()).toEqual([])
})

test('a folder that is taken out of Deleted Items to another place is the same folder', async () => {
  await outlookFolder('DELETE', 'Invoices')
  await graph({ action: 'sync-folders' })
  expect(await folderRow('Invoices')).toMatchObject({ is_custom: true, provider_folder_id: null })
  await outlookFolder('PATCH', 'Invoices', { parent: 'Newsletters' })
  await graph({ action: 'sync-folders' })
  expect(await folderRow('Invoices')).toMatchObject({
    is_custom: false,
    display_name: 'Newsletters/Invoices',
    former_provider_folder_id: null,
    deleted_in_outlook_at: null,
  })
  const { notifications } = NotificationsOutput.parse(await history.mailbox.call('notifications', { action: 'list' }))
  expect(notifications).toEqual([])
  const { logId } = await history.deliverAndSort(invoice(57))
  expect(await history.row(logId)).toMatchObject({ target_folder_id: history.folderId('Invoices') })
})

test('a folder whose parent was deleted for good is created again in its place, also after an outage', async () => {
  await outlookFolder('PATCH', 'Invoices', { parent: 'Newsletters' })
  await graph({ action: 'sync-folders' })
  const condition = { kind: 'address', value: 'anna@club.example', folderId: history.folderId('Invoices') }
  await history.mailbox.call('folder-conditions', { mailboxId: history.mailbox.mailboxId, action: 'add', condition })
  const waiting = await history.mailbox.deliver({ from: 'anna@club.example', subject: 'Rowing', text: 'Sunday?' })
  await outlookFolder('DELETE', 'Newsletters?forGood=true')
  await sortedMails(app, history.mailbox, 1)
  expect(await history.outlookFolderOf(waiting)).toBe('Inbox')
  // Only the folder with settings, or with email, is reported.
  expect(await notices()).toEqual(['Newsletters/Invoices'])
  expect(await used()).toBe(0)

  await app.faults({ service: 'graph', path: '', status: 503 })
  expect(await restore('Invoices')).toEqual({ success: true, in_outlook: false })
  expect(await notices()).toEqual(['Newsletters/Invoices'])
  await app.faults()
  await app.advance('20 min')
  await app.runDueJobs()
  expect(await notices()).toEqual([])
  expect(await folderRow('Newsletters')).toMatchObject({ id: history.folderId('Newsletters'), is_custom: false })
  expect(await folderRow('Invoices')).toMatchObject({
    is_custom: false,
    display_name: 'Newsletters/Invoices',
    parent_folder_id: history.folderId('Newsletters'),
  })
  const later = await history.deliverAndSort({ from: 'anna@club.example', subject: 'Boats', text: 'Sunday!' })
  expect(await history.row(later.logId)).toMatchObject({ status: 'processed', decided_by: 'condition' })
})
