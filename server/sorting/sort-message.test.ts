import { afterEach, beforeEach, expect, test } from 'vitest'
import { switchOffMailboxes } from '../../test/kit/live-mailbox.ts'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { invoice, sortedMails } from '../../test/kit/trained-mailbox.ts'
import { connectedMailbox, type ConnectedMailbox } from '../../test/kit/mailbox.ts'
import { requestsTo } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { drainMailbox } from './drain-mailbox.ts'
import { MODEL_VERSION } from '../../packages/classifier/classifier.ts'

interface Log {
  subject: string | null
  status: string
  reason: string
  explanation: string | null
  evidence: { kind: string; text: string }[]
  runner_up_folder_id: string | null
  runner_up_confidence: number | null
  target_folder_id: string | null
  classification_confidence: number | null
}
interface FolderRow {
  id: string
  folder_name: string
  instructions: string
}

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(() => history.startOver())
afterEach(() => switchOffMailboxes(app))

const logs = (mailbox: ConnectedMailbox): Promise<Log[]> =>
  mailbox.rows<Log[]>('email_processing_logs?select=*&order=subject')
const used = async (mailbox: ConnectedMailbox): Promise<number> =>
  (await mailbox.rows<{ emails_processed: number }[]>('usage?select=emails_processed'))[0]?.emails_processed ?? 0

async function settled(mailbox: ConnectedMailbox, count: number): Promise<Log[]> {
  await sortedMails(app, mailbox, count)
  return logs(mailbox)
}

/** Runs the jobs that are due after the pause. */
async function workLater(pause: string): Promise<void> {
  await app.advance(pause)
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
}

test('moves an email into the folder with similar mail and records why', async () => {
  const { mailbox } = history
  await mailbox.deliver({
    from: 'billing@power.example',
    subject: 'Invoice 13 for your electricity',
    text: 'The amount due is 41 euro.',
  })
  const [log] = await settled(mailbox, 1)
  expect(log).toMatchObject({ status: 'processed', reason: 'sorted' })
  expect(log?.classification_confidence).toBeGreaterThan(0.6)
  expect(log?.explanation).not.toBe('')
  expect(log?.evidence[0]).toEqual({ kind: 'sender', text: 'billing@power.example' })
  expect(log?.evidence).toContainEqual({ kind: 'subject', text: 'electricity' })
  expect(log?.evidence.length).toBeLessThanOrEqual(6)
  const folders = await mailbox.rows<FolderRow[]>('email_folders?select=id,folder_name,instructions')
  expect(log?.runner_up_folder_id).toBe(folders.find((folder) => folder.folder_name === 'Newsletters')?.id)
  expect(log?.runner_up_confidence).toBeLessThan(log?.classification_confidence ?? 0)
  expect((await mailbox.inOutlook())['Invoices']).toContain('Invoice 13 for your electricity')
  expect(await used(mailbox)).toBe(1)
})

test('leaves an unread code of a learned sender in the inbox, unless its folder takes such email', async () => {
  const { mailbox } = history
  const code = {
    from: 'billing@power.example',
    subject: 'Your verification code for your electricity',
    text: 'Your verification code is 482913. It expires in 10 minutes.',
  }
  const kept = await history.deliverAndSort(code)
  const log = await history.row(kept.logId)
  expect(log).toMatchObject({ status: 'left', reason: 'sign_in_code', decided_by: 'security' })
  expect(log.explanation).toBe('It has a code or link to sign in, so it stays in the inbox instead of “Invoices”')
  expect(log.runner_up_folder_id).toBe(history.folderId('Invoices'))
  expect(await history.outlookFolderOf(kept.messageId)).toBe('Inbox')
  expect(await used(mailbox)).toBe(1)

  const read = await history.deliverAndSort({ ...code, isRead: true })
  expect(await history.outlookFolderOf(read.messageId)).toBe('Invoices')

  // The user moves the first one by hand: it stays there.
  expect(
    await history.callSortedMail({ action: 'move', logId: kept.logId, folderId: history.folderId('Invoices') }),
  ).toBe('done')
  await app.runDueJobs()
  expect(await history.outlookFolderOf(kept.messageId)).toBe('Invoices')
  expect(await history.row((await history.deliverAndSort(code)).logId)).toMatchObject({ reason: 'sign_in_code' })

  await mailbox.rows(`email_folders?id=eq.${history.folderId('Invoices')}`, {
    method: 'PATCH',
    body: JSON.stringify({ include_security_email: true }),
  })
  // It is filed once it was read.
  expect(await history.row((await history.deliverAndSort(code)).logId)).toMatchObject({ reason: 'delayed' })
})

test('decides the same whatever the order in which emails are processed', async () => {
  const mails = [
    'Your order has shipped',
    'Invoice 7 for March',
    'Flight to Lisbon is booked',
    'Weekly newsletter',
  ].map((subject, n) => ({
    from: `n${n}@some${n}.example`,
    subject,
    text: `${subject}. Invoice, travel and news of the week.`,
  }))
  const answersTo = async (arriving: typeof mails) => {
    const names = ['Invoices', 'Travel', 'Newsletters', 'Orders', 'Family']
    const mailbox = await connectedMailbox(
      app,
      names.map((displayName) => ({ displayName })),
    )
    await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId: mailbox.mailboxId })
    await app.runDueJobs()
    for (const mail of arriving) await mailbox.deliver(mail)
    const waiting = () =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('app.inbox_events').select('seq').where('mailbox_id', '=', mailbox.mailboxId).execute(),
      )
    await expect.poll(waiting).toHaveLength(mails.length)
    const answers = (await settled(mailbox, mails.length)).map((log) => log.classification_confidence ?? 0)
    expect(Math.max(...answers)).toBeGreaterThan(0)
    // The order of the folders' ids changes sums in the last digit.
    return answers.map((confidence) => confidence.toFixed(9))
  }
  expect(await answersTo(mails.toReversed())).toEqual(await answersTo(mails))
})

test('retrains a model of another version with the next email', async () => {
  const { mailbox } = history
  const { mailboxId } = mailbox
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_models')
      .set({ version: 0, state: Buffer.from('of another version') })
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )
  await mailbox.deliver({ from: 'anna@family.example', subject: 'Sunday?' })
  await settled(mailbox, 1)
  const models = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.mailbox_models').select('version').where('mailbox_id', '=', mailboxId).execute(),
  )
  expect(models).toEqual([{ version: MODEL_VERSION }])
})

test('leaves waiting email to another node where this one stops', async () => {
  const { mailbox } = history
  const { mailboxId } = mailbox
  await mailbox.deliver(invoice(14))
  const waiting = () =>
    app.ctx.db.asService((tx) =>
      tx.selectFrom('app.inbox_events').select('seq').where('mailbox_id', '=', mailboxId).execute(),
    )
  await expect.poll(waiting).toHaveLength(1)
  // The job that this node is running.
  await app.ctx.db.pool.query(`delete from pgboss.job where name = 'drain-mailbox'`)
  await drainMailbox({ ...app.ctx, stopping: AbortSignal.abort() }, { mailboxId })
  expect(await waiting()).toHaveLength(1)
  await settled(mailbox, 1)
})

test('leaves an email that fits no folder in the inbox, with a reason', async () => {
  const { mailbox } = history
  await mailbox.deliver({ from: 'anna@family.example', subject: 'Sunday?', text: 'Shall we go swimming?' })
  const [log] = await settled(mailbox, 1)
  expect(log?.status).toBe('left')
  expect(['low_confidence', 'no_match']).toContain(log?.reason)
  expect((await mailbox.inOutlook())['Inbox']).toEqual(['Sunday?'])

  const deletedId = await mailbox.deliver({ subject: 'Deleted before it is read' })
  await app.control('DELETE', `/control/outlook/${mailbox.email}/messages/${deletedId}?forGood=true`)
  await expect
    .poll(async () => {
      await workLater('1 min')
      return (await logs(mailbox)).length
    })
    .toBe(2)
  const [, deleted] = await logs(mailbox)
  expect(deleted).toMatchObject({ status: 'left', reason: 'gone' })
})

test('leaves an email that the user moved back, and the next one of its sender', async () => {
  const { mailbox } = history
  const id = await mailbox.deliver({
    from: 'billing@power.example',
    subject: 'Invoice A for your electricity',
    text: 'The amount due is 42 euro.',
  })
  await settled(mailbox, 1)
  await app.control('POST', `/control/outlook/${mailbox.email}/messages/${id}/move`, { folder: 'Inbox' })
  await expect
    .poll(async () => {
      await app.runDueJobs()
      return (await logs(mailbox))[0]?.reason
    })
    .toBe('user_moved')
  await mailbox.deliver({
    from: 'billing@power.example',
    subject: 'Invoice B for your electricity',
    text: 'The amount due is 43 euro.',
  })
  const [, second] = await settled(mailbox, 2)
  expect(second).toMatchObject({ status: 'left' })
  expect((await mailbox.inOutlook())['Inbox']?.toSorted()).toEqual([
    'Invoice A for your electricity',
    'Invoice B for your electricity',
  ])
})

test('gives up on an email that fails eight times, uncounted, and sorts the others meanwhile', async () => {
  const { mailbox } = history
  const id = await mailbox.deliver(invoice('A'))
  const path = `/messages/${id.replace(/=*$/, '')}`
  await app.faults({ service: 'graph', method: 'POST', path, status: 400 })
  await mailbox.deliver(invoice('B'))
  await settled(mailbox, 1)
  const failedMoves = async (): Promise<number> =>
    (await requestsTo(app, 'graph')).filter(({ url, status }) => status === 400 && url.includes(path)).length
  expect(await failedMoves()).toBe(1)
  for (let attempt = 2; attempt <= 9; attempt++) await workLater('6 min')
  expect(await failedMoves()).toBe(8)
  await app.control('DELETE', '/control/faults')
  expect((await logs(mailbox)).map(({ status, reason }) => `${status} ${reason}`)).toEqual([
    'failed poison',
    'processed sorted',
  ])
  expect(await used(mailbox)).toBe(1)
  expect((await mailbox.inOutlook())['Inbox']).toHaveLength(1)
})

test('leaves email over the limit in the inbox, uncounted', async () => {
  const { mailbox } = history
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('usage')
      .values({
        user_id: mailbox.user.userId,
        month: `${app.clock.now().toISOString().slice(0, 7)}-01`,
        emails_processed: 99,
      })
      .execute(),
  )
  await mailbox.deliver({
    from: 'billing@power.example',
    subject: 'Invoice 1 for your electricity',
    text: 'The amount due.',
  })
  await mailbox.deliver({
    from: 'billing@power.example',
    subject: 'Invoice 2 for your electricity',
    text: 'The amount due.',
  })
  const rows = await settled(mailbox, 2)
  expect(rows.map((row) => row.status).toSorted()).toEqual(['limit_reached', 'processed'])
  expect(rows.find((row) => row.status === 'limit_reached')?.reason).toBe('limit')
  expect(await used(mailbox)).toBe(100)
})

test('moves nothing into a folder that is switched off', async () => {
  const { mailbox } = history
  const folders = await mailbox.rows<FolderRow[]>('email_folders?select=id,folder_name,instructions')
  const invoices = folders.find((folder) => folder.folder_name === 'Invoices')
  await mailbox.rows(`email_folders?id=eq.${invoices?.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ active: false }),
  })
  await mailbox.deliver({
    from: 'billing@power.example',
    subject: 'Invoice 13 for your electricity',
    text: 'The amount due is 41 euro.',
  })
  const [log] = await settled(mailbox, 1)
  expect(log).toMatchObject({ status: 'left', target_folder_id: null })
})

test('assigns an email to a folder that Outlook does not have, and does not count it as sorted', async () => {
  const { mailbox } = history
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_folders')
      .set({ provider_folder_id: null, is_custom: true })
      .where('mailbox_id', '=', mailbox.mailboxId)
      .where('folder_name', '=', 'Invoices')
      .execute(),
  )
  await mailbox.deliver({ ...invoice(13), from: 'billing@power.example' })
  const [log] = await settled(mailbox, 1)
  expect(log).toMatchObject({
    status: 'processed',
    reason: 'assigned',
    explanation: expect.stringContaining('not moved'),
    target_folder_id: expect.any(String),
  })
  expect((await mailbox.inOutlook())['Inbox']).toContain(invoice(13).subject)
  const summary = await mailbox.call('dashboard-overview', { action: 'summary', timeZone: 'UTC' })
  expect(summary).toMatchObject({ totals: { sorted: 0, left: 1, failed: 0 }, folders: [] })
  expect(JSON.stringify(await mailbox.call('processing-logs', { action: 'export', filters: {} }))).toContain(
    'assigned, not moved',
  )
})
