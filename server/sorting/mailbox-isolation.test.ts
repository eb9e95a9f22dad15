import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Backfill } from '../../contract/functions/sort-existing.ts'
import { LearnedMailOutput } from '../../contract/functions/learned-mail.ts'
import { BulkUndo } from '../../contract/functions/undo-sorting.ts'
import { invoice } from '../../test/kit/trained-mailbox.ts'
import { callFunction, signUp } from '../../test/kit/outlook.ts'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'

const app = await appOfFile()
/**
 * A second mailbox of the user and one of another user: same Outlook ids of folders and messages, but contrary
 * data.
 */
const history = await startHistory(app, { proposals: false })
const { userId } = history.mailbox.user
const others = await Promise.all([userId, (await signUp(app)).userId].map(likeIt))

async function likeIt(user_id: string) {
  const id = randomUUID()
  const mailbox = { id, user_id, email_address: 'o@o.example', provider_tenant_id: 't', provider_account_id: id }
  return app.ctx.db.asService(async (tx) => {
    await tx.insertInto('mailboxes').values(mailbox).execute()
    await tx.insertInto('app.mailbox_sync_states').values({ mailbox_id: id, user_id }).execute()
    await sql`insert into email_folders (user_id, mailbox_id, folder_name, display_name, provider_folder_id)
      select ${user_id}, ${id}, folder_name, display_name, provider_folder_id from email_folders
      where mailbox_id = ${history.mailbox.mailboxId}`.execute(tx)
    const folder = tx.selectFrom('email_folders').select('id').where('mailbox_id', '=', id)
    const newsletters = await folder.where('folder_name', '=', 'Newsletters').executeTakeFirstOrThrow()
    const condition = {
      kind: 'address',
      value: 'billing@power.example',
      position: 1,
      created_at: app.clock.now(),
    } as const
    await tx
      .insertInto('app.folder_conditions')
      .values({ user_id, mailbox_id: id, folder_id: newsletters.id, ...condition })
      .execute()
    return { id, user_id, folder: newsletters.id }
  })
}

/**
 * Adds the message to the other mailboxes: sorted into Newsletters, learned from, with a requested move, and
 * queued.
 */
async function isThereToo(message_id: string): Promise<void> {
  const now = app.clock.now()
  await app.ctx.db.asService(async (tx) => {
    for (const { id: mailbox_id, user_id, folder: folder_id } of others) {
      const mail = { mailbox_id, user_id, message_id }
      const { id: log_id } = await tx
        .insertInto('email_processing_logs')
        .values({ ...mail, status: 'processed', reason: 'sorted', target_folder_id: folder_id, moved_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('app.training_examples')
        .values({ ...mail, folder_id, is_correction: true })
        .execute()
      const value = 'billing@power.example'
      await tx
        .insertInto('app.corrections')
        .values({ ...mail, folder_id, kind: 'sender', value })
        .execute()
      await tx
        .insertInto('app.inbox_events')
        .values({ ...mail, source: 'delta' })
        .execute()
      const move = { log_id, user_id, mailbox_id, folder_id, requested_at: now, possible_folder_ids: '[]' }
      await tx
        .insertInto('app.requested_moves')
        .values({ ...move, claimed_until: '2100-01-01' })
        .execute()
    }
  })
}

const tables = [
  'mailboxes',
  'email_folders',
  'email_processing_logs',
  'app.requested_moves',
  'app.backfills',
  'app.bulk_undos',
  'app.tidy_up_presses',
  'app.corrections',
  'app.folder_conditions',
  'app.folder_delta_links',
  'app.inbox_events',
  'app.known_people',
  'app.training_examples',
  'app.mailbox_models',
  'app.mailbox_sync_states',
]
const allOfTheirs = () =>
  app.ctx.db.asService(async (tx) => {
    const theirs: unknown[] = []
    for (const table of tables) {
      const mailbox = sql.ref(table === 'mailboxes' ? 'id' : 'mailbox_id')
      const { rows } = await sql`select to_jsonb(t) as row from ${sql.table(table)} t
        where ${mailbox} = any(${others.map(({ id }) => id)}::uuid[]) order by 1`.execute(tx)
      theirs.push({ table, rows })
    }
    return theirs
  })
const call = async (name: string, input: object) => {
  const { mailboxId, user } = history.mailbox
  const { status, body } = await callFunction(app, { token: user.accessToken, userId: user.userId }, name, {
    mailboxId,
    ...input,
  })
  expect(status).toBe(200)
  return body
}
const learned = async (input: object = { action: 'list' }) =>
  LearnedMailOutput.parse(await call('learned-mail', input)).learned
const checkFolders = async () => {
  const { mailboxId } = history.mailbox
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId }))
  await app.runDueJobs()
}

test('changes no data of another mailbox that has a message with the same id', async () => {
  await checkFolders()
  const messageId = await history.mailbox.deliver(invoice(13))
  await isThereToo(messageId)
  const theirs = await allOfTheirs()
  const row = async () => {
    const [log] = await history.mailbox.rows<{ id: string; decided_by: string }[]>(
      `email_processing_logs?message_id=eq.${messageId}&mailbox_id=eq.${history.mailbox.mailboxId}`,
    )
    return log
  }
  const ended = async () => {
    await app.runDueJobs()
    return row()
  }
  await expect.poll(ended).toMatchObject({ status: 'processed', decided_by: 'classifier' })
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  const logId = (await row())?.id ?? ''

  expect(await history.callSortedMail({ action: 'move', logId, folderId: null })).toBe('done')
  await app.runDueJobs()
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  expect((await learned()).map(({ folderId }) => folderId)).toEqual([null])
  await history.moveInOutlook(messageId, 'Newsletters')
  await checkFolders()
  expect(await row()).toMatchObject({ decided_by: 'user', target_folder_id: history.folderId('Newsletters') })
  const [correction, ...more] = await learned()
  expect(more).toEqual([])
  await learned({ action: 'forget', learnedId: correction?.id })
  await app.runDueJobs()
  expect(await allOfTheirs()).toEqual(theirs)
})

test('keeps backfill and bulk undo to one mailbox', async () => {
  await app.faults({ service: 'graph-notify', path: '.*', drop: true })
  for (let n = 20; n < 23; n++) await isThereToo(await history.mailbox.deliver(invoice(n)))
  const theirs = await allOfTheirs()
  await call('sort-existing', { action: 'start', lastDays: null })
  await app.runDueJobs()
  const { backfill } = await call('sort-existing', { action: 'status' })
  expect(Backfill.parse(backfill)).toMatchObject({ state: 'done', total: 3, sorted: 3 })

  const what = { kind: 'backfill', backfillId: Backfill.parse(backfill).id }
  await call('undo-sorting', { action: 'start', what })
  await app.runDueJobs()
  const { undo } = await call('undo-sorting', { action: 'status' })
  expect(BulkUndo.parse(undo)).toMatchObject({ state: 'done', total: 3, undone: 3 })
  expect((await history.mailbox.inOutlook())['Inbox']).toHaveLength(3)
  const day = { kind: 'day', day: app.clock.now().toISOString().slice(0, 10), timeZone: 'UTC' }
  expect((await call('undo-sorting', { action: 'estimate', what: day }))['estimate']).toMatchObject({ mails: 0 })
  expect(await allOfTheirs()).toEqual(theirs)
  await call('mail-authentication', { action: 'disconnect' })
  expect(await allOfTheirs()).toEqual(theirs)
})
