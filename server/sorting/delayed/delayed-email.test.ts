import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { runActions } from '../../actions/engine/run-actions.ts'
import { afterRead, delaysOf } from '../testing/delayed-email.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const { mailbox } = history
const { settings, delayed, later, change, setFolder, correct, used } = delaysOf(app, history)
beforeEach(() => history.startOver())

const startAt = (hour: number) => {
  const now = app.clock.now()
  return app.advance(`${(hour * 60 - now.getUTCHours() * 60 - now.getUTCMinutes() + 1440) % 1440} min`)
}
const minutesFromNow = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000)

describe('after it is read', () => {
  test('decides and counts at once, and files once it was read for ten minutes', async () => {
    const { logId, messageId } = await delayed(afterRead)
    expect(await history.row(logId)).toMatchObject({
      status: 'left',
      reason: 'delayed',
      target_folder_id: null,
      runner_up_folder_id: history.folderId('Invoices'),
      decided_by: 'classifier',
      file_at: null,
      file_once_read: true,
    })
    expect(await used()).toEqual([1])
    await later('72 h')
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')

    await change(messageId, { isRead: true })
    await later('1 min')
    const due = minutesFromNow(10)
    const { file_at, file_once_read } = await history.row(logId)
    expect({ at: new Date(file_at ?? 0), file_once_read }).toEqual({ at: due, file_once_read: false })
    await later('9 min')
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
    await later('1 min')
    expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
    expect(await history.row(logId)).toMatchObject({
      status: 'processed',
      reason: 'sorted',
      decided_by: 'classifier',
      target_folder_id: history.folderId('Invoices'),
      runner_up_folder_id: history.folderId('Newsletters'),
    })
    expect(await used()).toEqual([1])
    expect(await history.moves()).toBe(1)
    // Undo is that of any other email.
    expect(await correct({ action: 'move', logId, folderId: null })).toMatchObject({ waiting: false })
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  })

  test('waits again once it is marked as unread, and files what came as read at once without a delay', async () => {
    const { messageId } = await delayed(afterRead)
    await change(messageId, { isRead: true })
    await later('1 min')
    await change(messageId, { isRead: false })
    await later('10 min')
    await later('10 min')
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')

    await settings({ fileDelayMinutes: 0 })
    const { messageId: readId } = await history.deliverAndSort({ ...invoice(21), isRead: true })
    expect(await history.outlookFolderOf(readId)).toBe('Invoices')
  })
})

test('files unread email after the latest time, and at the hours of the day', async () => {
  const { messageId, logId } = await delayed({ fileWhen: 'by_latest', fileLatestHours: 3 })
  expect(await history.row(logId)).toMatchObject({ file_at: expect.any(String), file_once_read: true })
  await later('2 h')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  await later('1 h')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')

  await startAt(9)
  Object.assign(mailbox.user, await mailbox.signInAgain())
  const atHours = await delayed({ fileWhen: 'at_hours', fileHours: [8, 18] }, invoice(21))
  expect(await history.row(atHours.logId)).toMatchObject({ file_once_read: false })
  await change(atHours.messageId, { isRead: true })
  await later('8 h')
  expect(await history.outlookFolderOf(atHours.messageId)).toBe('Inbox')
  await later('1 h')
  expect(await history.outlookFolderOf(atHours.messageId)).toBe('Invoices')
})

test('waits for the next of the fixed hours that are chosen while it waits', async () => {
  await startAt(9)
  Object.assign(mailbox.user, await mailbox.signInAgain())
  const { messageId, logId } = await delayed(afterRead)
  await later('29 h')
  await settings({ fileWhen: 'at_hours', fileHours: [8, 18] })
  await app.runDueJobs()
  const today = minutesFromNow(0).toISOString().slice(0, 10)
  expect(new Date((await history.row(logId)).file_at ?? 0)).toEqual(new Date(`${today}T18:00:00Z`))
  await later('3 h')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  await later('1 h')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
})

test('keeps a code until it is read, in every mode, where its folder takes such email', async () => {
  await setFolder({ include_security_email: true })
  const code = {
    from: 'billing@power.example',
    subject: 'Your verification code for your electricity',
    text: 'Your verification code is 482913. It expires in 10 minutes.',
  }
  for (const mode of [{ fileWhen: 'at_once' }, { fileWhen: 'by_latest', fileLatestHours: 1 }]) {
    const { messageId } = await delayed(mode, code)
    await later('25 h')
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
    await change(messageId, { isRead: true })
    await later('1 min')
    await later('5 min')
    expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  }
  await setFolder({ filing: 'tag', mark_as_read: true })
  const { messageId } = await history.deliverAndSort(code)
  expect(await history.categories(messageId)).toEqual(['Invoices'])
  expect(await history.isRead(messageId)).toBe(false)
})

test('files what was read behind thousands of emails that stay unread', async () => {
  const { messageId } = await delayed(afterRead)
  await app.ctx.db.asService((tx) =>
    sql`insert into public.email_processing_logs (user_id, mailbox_id, message_id, status, reason, runner_up_folder_id,
        processed_at)
      select ${mailbox.user.userId}::uuid, ${mailbox.mailboxId}::uuid, 'unread ' || n, 'left', 'delayed',
        ${history.folderId('Invoices')}::uuid, ${minutesFromNow(-60)}
      from generate_series(1, 2000) n`.execute(tx),
  )
  await change(messageId, { isRead: true })
  await later('1 min')
  await later('10 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
})

test('follows the exception of a folder, and refuses what is out of range', async () => {
  await settings(afterRead)
  await setFolder({ file_when: 'at_once' })
  const { messageId } = await history.deliverAndSort(invoice(20))
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  await setFolder({ file_when: null })
  await delayed({}, invoice(21))

  for (const wrong of [
    { file_hours: [] },
    { file_hours: [24] },
    { file_hours: [null] },
    { file_hours: [1, 2, 3, 4, 5] },
    { file_delay_minutes: 61 },
    { file_latest_hours: 0 },
    { file_when: 'never' },
  ])
    await expect(setFolder(wrong)).rejects.toThrow()
  for (const wrong of [{ fileHours: [] }, { fileHours: [24] }, { fileDelayMinutes: 61 }, { fileLatestHours: 0 }])
    await expect(settings(wrong)).rejects.toThrow()
})

test('files one or all now, and what waits once the mode is at once again', async () => {
  const first = await delayed(afterRead, invoice(20))
  const second = await delayed({}, invoice(21))
  expect(await mailbox.call('file-now', { action: 'one', logId: first.logId })).toEqual({ started: 1 })
  await app.runDueJobs()
  expect(await history.outlookFolderOf(first.messageId)).toBe('Invoices')
  expect(await mailbox.call('file-now', { action: 'one', logId: first.logId })).toEqual({ started: 0 })
  expect(await history.outlookFolderOf(second.messageId)).toBe('Inbox')
  expect(await mailbox.call('file-now', { action: 'all' })).toEqual({ started: 1 })
  await app.runDueJobs()
  expect(await history.outlookFolderOf(second.messageId)).toBe('Invoices')

  const third = await delayed({}, invoice(22))
  await settings({ fileWhen: 'at_once' })
  await app.runDueJobs()
  expect(await history.outlookFolderOf(third.messageId)).toBe('Invoices')
})

test('makes three requests more for an email, and looks once a minute while one waits', async () => {
  const { messageId } = await delayed(afterRead)
  await later('1 min')
  const isLook = (url: string) => url.includes('/inbox/messages?') && url.includes('isRead')
  const calls = async () => {
    const urls = (await requestsTo(app, 'graph')).map(({ url }) => url)
    const ofEmail = urls.filter((url) => url.includes(`/messages/${messageId.replace(/=*$/, '')}`))
    return { looks: urls.filter(isLook).length, ofEmail: ofEmail.length }
  }
  const before = await calls()
  expect(before.ofEmail).toBe(2)
  await later('1 min')
  await change(messageId, { isRead: true })
  await later('1 min')
  await later('10 min')
  await later('1 min')
  // It was read and tagged; it is read again and moved, and its tag is taken off.
  expect(await calls()).toEqual({ looks: before.looks + 3, ofEmail: 2 + 3 })
})

async function addDraft(): Promise<string> {
  const [draft] = await mailbox.rows<{ id: string }[]>('email_actions?select=id&action_type=eq.draft_reply')
  const added = { folder_id: history.folderId('Invoices'), action_id: draft?.id, action_order: 1 }
  await mailbox.rows('email_folder_actions', { method: 'POST', body: JSON.stringify(added) })
  return draft?.id ?? ''
}
const runs = () => mailbox.rows<unknown[]>('email_action_runs?select=action_type,status,log_id')

test('waits unread where the action of its reply was removed after the worker crashed', async () => {
  const action = await addDraft()
  await app.faults({ service: 'graph', method: 'POST', path: '/createReply', status: 503, times: 1 })
  const { logId, messageId } = await delayed({ fileWhen: 'after_read', fileDelayMinutes: 0 })
  await app.advance('1 min')
  const dying = crashAtStep(app.ctx, 'effect.write')
  const ended = runActions(dying.ctx, { logId })
  await Promise.race([dying.died, ended.then(() => expect.unreachable())])
  expect(await history.isRead(messageId)).toBe(true)
  await mailbox.rows(`email_folder_actions?action_id=eq.${action}`, { method: 'DELETE' })
  // Read by the unfinished reply, not by the user.
  await later('1 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  await app.ctx.db.asService((tx) =>
    tx.updateTable('app.pending_action_messages').set({ claimed_until: '-infinity' }).execute(),
  )
  await runActions(app.ctx, { logId })
  expect(await history.isRead(messageId)).toBe(false)
  await later('1 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  await change(messageId, { isRead: true })
  await later('1 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  expect(await runs()).toMatchObject([{ status: 'skipped', log_id: logId }])
})

test('runs the actions of the folder at the decision, and only then', async () => {
  const action = await addDraft()
  const { logId, messageId } = await delayed({ fileWhen: 'after_read', fileDelayMinutes: 0 })
  await app.runDueJobs()
  const done = [{ action_type: 'draft_reply', status: 'done', log_id: logId }]
  expect(await runs()).toEqual(done)
  // Graph marks the original of a reply as read, which is undone.
  await later('1 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')

  await mailbox.rows(`email_folder_actions?action_id=eq.${action}`, {
    method: 'PATCH',
    body: JSON.stringify({ config: { includeFileContext: false } }),
  })
  await change(messageId, { isRead: true })
  await later('1 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  expect(await runs()).toEqual(done)
})
