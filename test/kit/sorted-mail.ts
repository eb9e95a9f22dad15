import { sql } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import { ProcessingLog } from '../../contract/tables.ts'
import { trainedMailbox } from './trained-mailbox.ts'
import type { ConnectedMailbox } from './mailbox.ts'
import { callFunction } from './outlook.ts'
import type { App } from './start-app.ts'

const Messages = z.array(
  z.object({ id: z.string(), folder: z.string(), categories: z.array(z.string()), isRead: z.boolean() }),
)
const Refusal = z.object({ error: z.object({ code: z.string() }) })

/** A trained mailbox with its history, and the function `sorted-mail` called as its owner. */
export async function startHistory(app: App, { proposals = true } = {}) {
  const delivered: string[] = []
  const trained = await trainedMailbox(app, { proposals })
  const mailbox: ConnectedMailbox = {
    ...trained,
    async deliver(mail) {
      const id = await trained.deliver(mail)
      delivered.push(id)
      return id
    },
  }
  const who = { token: mailbox.user.accessToken, userId: mailbox.user.userId }
  const folders = await mailbox.rows<{ id: string; folder_name: string }[]>('email_folders?select=id,folder_name')
  const messages = async () => Messages.parse(await app.control('GET', `/control/outlook/${mailbox.email}/messages`))
  const training = await trainingOf(app, mailbox.mailboxId)
  const logsOf = (messageIds: string[]) =>
    app.ctx.db.asService((tx) =>
      tx
        .selectFrom('email_processing_logs')
        .select(['id', 'message_id', 'status'])
        .where('mailbox_id', '=', mailbox.mailboxId)
        .where('message_id', 'in', messageIds)
        .execute(),
    )

  /** Delivers messages, and waits until all are sorted, in any order: takes less than one after the other. */
  async function deliverAndSortAll(
    mails: readonly Parameters<ConnectedMailbox['deliver']>[0][],
  ): Promise<{ messageId: string; logId: string }[]> {
    const ids: string[] = []
    for (const mail of mails) ids.push(await mailbox.deliver(mail))
    let logs: Awaited<ReturnType<typeof logsOf>> = []
    const sorted = async (): Promise<number> => {
      await app.runDueJobs()
      logs = await logsOf(ids)
      return logs.filter(({ status }) => status !== 'processing').length
    }
    await expect.poll(sorted, { interval: 20 }).toBe(ids.length)
    return ids.map((messageId) => ({
      messageId,
      logId: logs.find(({ message_id }) => message_id === messageId)?.id ?? '',
    }))
  }

  return {
    mailbox,
    folderId: (name: string): string => folders.find((folder) => folder.folder_name === name)?.id ?? '',
    deliverAndSortAll,
    /** Delivers a message and waits until it is sorted. */
    deliverAndSort: async (mail: Parameters<ConnectedMailbox['deliver']>[0]) => {
      const [sorted] = await deliverAndSortAll([mail])
      return sorted ?? expect.fail('Nothing was delivered')
    },
    /** @returns 'done', 'waiting', or the error code */
    async callSortedMail(input: object): Promise<string> {
      const { body } = await callFunction(app, who, 'sorted-mail', input)
      const refused = Refusal.safeParse(body)
      return refused.success ? refused.data.error.code : body.waiting ? 'waiting' : 'done'
    },
    /** The mailbox as after its training, with less work than another one. Outlook has to have its folders still. */
    async startOver(): Promise<void> {
      await app.faults()
      const existing = new Set((await messages()).map(({ id }) => id))
      for (const id of delivered.splice(0))
        if (existing.has(id))
          await app.control('DELETE', `/control/outlook/${mailbox.email}/messages/${id}?forGood=true`)
      // The pauses of failed calls end, which a node remembers as well.
      await app.advance('20 s')
      await app.runDueJobs()
      await restoreTraining(app, mailbox, training)
    },
    row: (logId: string) => rowOf(mailbox, logId),
    /** The Outlook folder of a message; null where it is permanently deleted. */
    outlookFolderOf: async (id: string) => (await messages()).find((message) => message.id === id)?.folder ?? null,
    isRead: async (id: string) => (await messages()).find((message) => message.id === id)?.isRead,
    categories: async (id: string) => (await messages()).find((message) => message.id === id)?.categories,
    moveInOutlook: (id: string, folder: string) =>
      app.control('POST', `/control/outlook/${mailbox.email}/messages/${id}/move`, { folder }),
    /** Pending moves and corrections, directly from the tables. */
    requestedMoves: () => app.ctx.db.asService((tx) => tx.selectFrom('app.requested_moves').selectAll().execute()),
    corrections: (messageId: string) =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('app.corrections').selectAll().where('message_id', '=', messageId).execute(),
      ),
    /** The number of Graph calls that move a message. */
    async moves(): Promise<number> {
      const calls = await app.control('GET', '/control/requests?service=graph')
      const Calls = z.array(z.object({ url: z.string(), method: z.string(), mailbox: z.string().nullish() }))
      return Calls.parse(calls).filter(({ url, mailbox: of }) => url.endsWith('/move') && of === mailbox.email).length
    },
  }
}
export type History = Awaited<ReturnType<typeof startHistory>>

async function rowOf(mailbox: ConnectedMailbox, logId: string): Promise<ProcessingLog> {
  const [row] = await mailbox.rows<unknown[]>(`email_processing_logs?id=eq.${logId}`)
  return ProcessingLog.parse(row)
}

const trainingOf = (app: App, mailboxId: string) =>
  app.ctx.db.asService(async (tx) => ({
    model: await tx
      .selectFrom('app.mailbox_models')
      .select(['state', 'version', 'example_count', 'is_stale'])
      .where('mailbox_id', '=', mailboxId)
      .executeTakeFirstOrThrow(),
    mailbox: await tx
      .selectFrom('mailboxes')
      .select(['status', 'real_time', 'confidence_threshold', 'when_unsure', 'preview_until'])
      .select(['file_when', 'file_delay_minutes', 'file_latest_hours', 'file_hours'])
      .where('id', '=', mailboxId)
      .executeTakeFirstOrThrow(),
    folders: await tx
      .selectFrom('email_folders')
      .select([
        'id',
        'active',
        'include_in_ai',
        'include_security_email',
        'file_when',
        'filing',
        'mark_as_read',
        'set_flag',
        'instructions',
        'provider_folder_id',
        'is_custom',
        'deleted_in_outlook_at',
      ])
      .where('mailbox_id', '=', mailboxId)
      .execute(),
    examples: await tx
      .selectFrom('app.training_examples')
      .select('seq')
      .where('mailbox_id', '=', mailboxId)
      .orderBy('seq', 'desc')
      .executeTakeFirst(),
  }))

/** Deletes what was sorted, corrected and undone since, and restores model and settings of that time. */
async function restoreTraining(
  app: App,
  { mailboxId, user: { userId } }: ConnectedMailbox,
  { model, mailbox, folders, examples }: Awaited<ReturnType<typeof trainingOf>>,
): Promise<void> {
  const tables = [
    'app.requested_moves',
    'app.bulk_undos',
    'app.tidy_up_presses',
    'app.corrections',
    'app.unlearned_moves',
    'app.folder_conditions',
    'app.known_people',
    'app.inbox_events',
    'app.backfills',
    'email_processing_logs',
  ] as const
  await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('usage').where('user_id', '=', userId).execute()
    for (const table of tables) await tx.deleteFrom(table).where('mailbox_id', '=', mailboxId).execute()
    await tx
      .deleteFrom('app.training_examples')
      .where('mailbox_id', '=', mailboxId)
      .where('seq', '>', examples?.seq ?? 0)
      .execute()
    await tx
      .updateTable('app.mailbox_sync_states')
      .set({ paused_until: sql`'-infinity'`, consecutive_failures: 0, probe_claimed_until: null })
      .where('mailbox_id', '=', mailboxId)
      .execute()
    await tx.updateTable('mailboxes').set(mailbox).where('id', '=', mailboxId).execute()
    for (const { id, ...settings } of folders)
      await tx.updateTable('email_folders').set(settings).where('id', '=', id).execute()
    await tx
      .updateTable('app.mailbox_models')
      .set({ ...model, updated_at: sql`clock_timestamp()` })
      .where('mailbox_id', '=', mailboxId)
      .execute()
  })
}
