import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const { mailbox } = history
beforeEach(() => history.startOver())

const Pressed = z.object({ presses: z.array(z.object({ id: z.string() })) })
const settings = (change: object) =>
  mailbox.call('mailbox-settings', { action: 'save', mailboxId: mailbox.mailboxId, ...change })
/** One invoice that waits in the inbox. */
async function delayed(change: object, mail: Parameters<typeof history.deliverAndSort>[0] = invoice(20)) {
  await settings(change)
  const sorted = await history.deliverAndSort(mail)
  expect(await history.outlookFolderOf(sorted.messageId)).toBe('Inbox')
  return sorted
}
async function later(pause: string): Promise<void> {
  await app.advance(pause)
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
  // Sessions last for an hour.
  Object.assign(mailbox.user, await mailbox.signInAgain())
}
const change = (id: string, changes: object) =>
  app.control('PATCH', `/control/outlook/${mailbox.email}/messages/${id}`, changes)
const startAt = (hour: number) => {
  const now = app.clock.now()
  return app.advance(`${(hour * 60 - now.getUTCHours() * 60 - now.getUTCMinutes() + 1440) % 1440} min`)
}
const setFolder = (changes: object) =>
  mailbox.rows(`email_folders?id=eq.${history.folderId('Invoices')}`, {
    method: 'PATCH',
    body: JSON.stringify(changes),
  })
const correct = (input: object) => mailbox.call('sorted-mail', input)
const used = async () => {
  const rows = await mailbox.rows<{ emails_processed: number }[]>('usage?select=emails_processed')
  return rows.map(({ emails_processed }) => emails_processed)
}
const minutesFromNow = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000)

const afterRead = { fileWhen: 'after_read', fileDelayMinutes: 10 }

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

describe('while it waits', () => {
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
})

describe('the category of its folder', () => {
  const isDone = { waiting: false }

  test('is on an email until it is filed, beside the categories of the user', async () => {
    const { messageId, logId } = await delayed(afterRead)
    expect(await history.categories(messageId)).toEqual(['Invoices'])
    await change(messageId, { categories: ['Red category', 'Invoices'], isRead: true })
    await later('1 min')
    await later('10 min')
    expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
    expect(await history.categories(messageId)).toEqual(['Red category'])
    expect(await history.row(logId)).toMatchObject({ status: 'processed', reason: 'sorted', decided_by: 'classifier' })

    // The user's own one stays.
    const own = await delayed({}, { ...invoice(21) })
    expect(await correct({ action: 'move', logId: own.logId, folderId: null })).toMatchObject(isDone)
    expect(await history.categories(own.messageId)).toEqual([])
  })

  test('taken off is a correction, also of an email that is due', async () => {
    const { messageId, logId } = await delayed({ fileWhen: 'after_read', fileDelayMinutes: 0 })
    await change(messageId, { categories: [], isRead: true })
    await later('1 min')
    await later('1 min')
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
    expect(await history.row(logId)).toMatchObject({ status: 'left', reason: 'user_moved', decided_by: 'user' })
    expect(await history.corrections(messageId)).toMatchObject([{ kind: 'sender', folder_id: null }])
    expect(await history.row((await history.deliverAndSort(invoice(21))).logId)).toMatchObject({
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
    expect(await history.categories(first.messageId)).toEqual(['Invoices'])
    await app.faults()
    await change(newest.messageId, { isRead: true })
    await later('1 min')
    expect(await history.categories(newest.messageId)).toEqual([])
    await later('10 min')
    expect(await history.outlookFolderOf(newest.messageId)).toBe('Invoices')
  })

  test('is set by the next look where the mailbox has failed, and after an undone correction', async () => {
    await app.faults({ service: 'graph', method: 'PATCH', path: '/messages/', status: 503, times: 1 })
    const { messageId, logId } = await delayed(afterRead)
    expect(await history.categories(messageId)).toEqual([])
    await later('1 min')
    await later('1 min')
    expect(await history.categories(messageId)).toEqual(['Invoices'])
    await correct({ action: 'move', logId, folderId: null })
    expect(await history.categories(messageId)).toEqual([])
    await correct({ action: 'take-back', logId, folderId: null })
    await later('1 min')
    await later('1 min')
    expect(await history.categories(messageId)).toEqual(['Invoices'])
    expect(await history.row(logId)).toMatchObject({ reason: 'delayed' })
  })
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

test('runs the actions of the folder at the decision, and only then', async () => {
  const [draft] = await mailbox.rows<{ id: string }[]>('email_actions?select=id&action_type=eq.draft_reply')
  const added = { folder_id: history.folderId('Invoices'), action_id: draft?.id, action_order: 1 }
  await mailbox.rows('email_folder_actions', { method: 'POST', body: JSON.stringify(added) })
  const runs = () => mailbox.rows<unknown[]>('email_action_runs?select=action_type,status,log_id')
  const { logId, messageId } = await delayed({ fileWhen: 'after_read', fileDelayMinutes: 0 })
  await app.runDueJobs()
  const done = [{ action_type: 'draft_reply', status: 'done', log_id: logId }]
  expect(await runs()).toEqual(done)
  // Graph marks the original of a reply as read, which is undone.
  await later('1 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')

  await mailbox.rows(`email_folder_actions?action_id=eq.${draft?.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ config: { includeFileContext: false } }),
  })
  await change(messageId, { isRead: true })
  await later('1 min')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  expect(await runs()).toEqual(done)
})
