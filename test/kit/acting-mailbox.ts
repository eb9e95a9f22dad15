import { sql } from 'kysely'
import { z } from 'zod'
import { ActionRun } from '../../contract/action-runs.ts'
import type { UsableActionType } from '../../contract/actions.ts'
import { createActionRuns } from '../../server/actions/engine/create-action-runs.ts'
import type { Context } from '../../server/context.ts'
import { updateMailboxStatus } from '../../server/mail/mailboxes/mailbox-queries.ts'
import { applyCorrection } from '../../server/sorting/learning/corrected-log-queries.ts'
import { finishProcessingLog, insertProcessingLog } from '../../server/sorting/log/processing-log-queries.ts'
import { connectedMailbox, type ConnectedMailbox } from './mailbox.ts'
import type { App } from './start-app.ts'

/** A message of the sandbox's Outlook, as its control API returns it. */
export const SandboxMessage = z.object({
  id: z.string(),
  folder: z.string(),
  subject: z.string().nullable(),
  isDraft: z.boolean(),
  isRead: z.boolean(),
  conversationId: z.string(),
  internetMessageId: z.string(),
  body: z.object({ content: z.string() }),
  bodyPreview: z.string(),
  toRecipients: z.array(z.object({ emailAddress: z.object({ address: z.string() }) })),
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
  singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: z.string().nullable() })),
})
export type SandboxMessage = z.infer<typeof SandboxMessage>

const Calls = z.array(
  z.object({
    method: z.string(),
    url: z.string(),
    status: z.number(),
    /** Calls of the mailbox that ran when it began, with it; 0 where it was refused. */
    concurrency: z.number(),
    mailbox: z.string().nullish(),
  }),
)

/** A mailbox whose folder "Bills" has actions, with helpers to inspect the effects. */
export async function actingMailbox(app: App, types: readonly UsableActionType[]) {
  const mailbox = await connectedMailbox(app, [{ displayName: 'Bills' }])
  const [folder] = await mailbox.rows<{ id: string }[]>('email_folders?select=id&folder_name=eq.Bills')
  const folderId = folder?.id ?? ''
  const known = await mailbox.rows<{ id: string; action_type: string }[]>('email_actions?select=id,action_type')
  const actionId = (type: UsableActionType): string => known.find((row) => row.action_type === type)?.id ?? ''
  for (const [place, type] of types.entries()) {
    const added = { folder_id: folderId, action_id: actionId(type), action_order: place + 1 }
    await mailbox.rows('email_folder_actions', { method: 'POST', body: JSON.stringify(added) })
  }
  const actions = await app.ctx.db.asService((tx) =>
    tx.selectFrom('email_folder_actions').selectAll().where('folder_id', '=', folderId).execute(),
  )
  const control = (method: string, path: string, body?: unknown) =>
    app.control(method, `/control/outlook/${mailbox.email}${path}`, body)
  const messages = async (): Promise<SandboxMessage[]> =>
    z.array(SandboxMessage).parse(await control('GET', '/messages'))

  return {
    mailbox,
    who: { token: mailbox.user.accessToken, userId: mailbox.user.userId },
    folderId,
    actionId,
    control,
    messages,
    drafts: async (): Promise<SandboxMessage[]> => (await messages()).filter((message) => message.isDraft),
    configure: (type: UsableActionType, config: object, options: { configVersion?: number } = {}) =>
      mailbox.call('email-actions', { action: 'config', folderId, actionId: actionId(type), config, ...options }),
    /** Updates the action's row as the page does: `is_active`, `action_order`. */
    change: (type: UsableActionType, change: object) =>
      mailbox.rows(`email_folder_actions?folder_id=eq.${folderId}&action_id=eq.${actionId(type)}`, {
        method: 'PATCH',
        body: JSON.stringify(change),
      }),
    remove: (type: UsableActionType) =>
      mailbox.rows(`email_folder_actions?folder_id=eq.${folderId}&action_id=eq.${actionId(type)}`, {
        method: 'DELETE',
      }),
    /** The mailbox and its actions as at first, without messages and runs: takes less than another mailbox. */
    startOver: async (): Promise<void> => {
      for (const { id } of await messages()) await control('DELETE', `/messages/${id}?forGood=true`)
      // The pauses of failed calls end, which a node remembers as well.
      await app.advance('20 s')
      await app.runDueJobs()
      await app.ctx.db.asService(async (tx) => {
        for (const table of ['email_processing_logs', 'app.corrections', 'notifications'] as const)
          await tx.deleteFrom(table).where('mailbox_id', '=', mailbox.mailboxId).execute()
        await tx.deleteFrom('email_folder_actions').where('folder_id', '=', folderId).execute()
        await tx
          .insertInto('email_folder_actions')
          .values(actions.map((row) => ({ ...row, config: JSON.stringify(row.config) })))
          .execute()
        await tx
          .updateTable('email_folders')
          .set({ active: true, deleted_in_outlook_at: null })
          .where('id', '=', folderId)
          .execute()
        await tx
          .updateTable('mailboxes')
          .set({ status: 'active', actions_paused: false })
          .where('id', '=', mailbox.mailboxId)
          .execute()
        await tx
          .updateTable('app.mailbox_sync_states')
          .set({ paused_until: sql`'-infinity'`, consecutive_failures: 0, probe_claimed_until: null })
          .where('mailbox_id', '=', mailbox.mailboxId)
          .execute()
      })
    },
    /** Records a correction by the user in the history. */
    correct: (logId: string) =>
      app.ctx.db.asService((tx) =>
        applyCorrection(tx, { logId, folderId: null, explanation: 'Moved back', now: app.clock.now() }),
      ),
    /** As a sync records it. */
    folderDeletedInOutlook: () =>
      app.ctx.db.asService((tx) =>
        tx
          .updateTable('email_folders')
          .set({ deleted_in_outlook_at: app.clock.now() })
          .where('id', '=', folderId)
          .execute(),
      ),
    signedOut: () =>
      app.ctx.db.asService((tx) => updateMailboxStatus(tx, mailbox.mailboxId, 'reauth_required', app.clock.now())),
    pause: (paused: boolean) => mailbox.call('action-runs', { action: 'pause', mailboxId: mailbox.mailboxId, paused }),
    retry: (runId: string | undefined) => mailbox.call('action-runs', { action: 'retry', runId }),
    /** Expires the claim of a dead worker. The database's clock decides, so the row is changed. */
    expireClaim: (logId: string) =>
      app.ctx.db.asService((tx) =>
        tx
          .updateTable('app.pending_action_messages')
          .set({ claimed_until: '-infinity' })
          .where('log_id', '=', logId)
          .execute(),
      ),
    /** The claim's node has died: it is none of `app.nodes`. */
    endPresence: (logId: string) =>
      app.ctx.db.asService((tx) =>
        tx.updateTable('app.pending_action_messages').set({ claim_node: 0 }).where('log_id', '=', logId).execute(),
      ),
    /** The time limit of a dead worker's call has passed. */
    endCalls: (logId: string) =>
      app.ctx.db.asService((tx) =>
        tx
          .updateTable('app.action_progress')
          .set({ updated_at: '-infinity' })
          .where('run_id', 'in', (eb) => eb.selectFrom('email_action_runs').select('id').where('log_id', '=', logId))
          .execute(),
      ),
    notificationKinds: async (): Promise<string[]> => {
      const rung = await app.ctx.db.asService((tx) =>
        tx.selectFrom('notifications').select('kind').where('mailbox_id', '=', mailbox.mailboxId).execute(),
      )
      return rung.map(({ kind }) => kind)
    },
    /** The Graph calls for this mailbox. */
    calls: async () =>
      Calls.parse(await app.control('GET', '/control/requests?service=graph')).filter(
        (call) => call.mailbox === mailbox.email,
      ),
    /**
     * Delivers a message as if it was just sorted into the folder: its actions are planned and run with the next
     * `runDueJobs`.
     * @param id of a message that is already in the folder
     */
    sorted: async (
      mail: Parameters<ConnectedMailbox['deliver']>[0],
      id?: string,
      decision: { actions_held?: boolean } = {},
    ) =>
      sorted(
        app.ctx,
        mailbox,
        { folderId, decision },
        mail,
        id ?? (await mailbox.deliver({ folder: 'Bills', ...mail })),
      ),
    /** Read from the tables, because the user's session may have expired when a test advances the clock. */
    runs: (logId: string): Promise<ActionRun[]> => runsOf(app.ctx, logId),
    /** The account that the user has to sign in to before the first run can succeed. */
    blockedBy: async (logId: string): Promise<string | null> => {
      const run = app.ctx.db.asService((tx) =>
        tx
          .selectFrom('email_action_runs')
          .select('blocked_by')
          .where('log_id', '=', logId)
          .orderBy('action_order')
          .executeTakeFirst(),
      )
      return (await run)?.blocked_by ?? null
    },
    /** Runs the job that runs every minute in production. */
    reconcile: async (): Promise<void> => {
      await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-actions', {}))
      await app.runDueJobs()
    },
    waiting: () =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('app.pending_action_messages').selectAll().where('mailbox_id', '=', mailbox.mailboxId).execute(),
      ),
  }
}
async function runsOf(ctx: Context, logId: string): Promise<ActionRun[]> {
  const { rows } = await ctx.db.asService((tx) =>
    sql<{ run: unknown }>`select to_jsonb(r) as run from public.email_action_runs r
      where r.log_id = ${logId}::uuid order by r.action_order`.execute(tx),
  )
  return rows.map(({ run }) => ActionRun.parse(run))
}

export type ActingMailbox = Awaited<ReturnType<typeof actingMailbox>>

async function sorted(
  ctx: Context,
  mailbox: ConnectedMailbox,
  { folderId, decision }: { folderId: string; decision: { actions_held?: boolean } },
  mail: Parameters<ConnectedMailbox['deliver']>[0],
  messageId: string,
): Promise<{ messageId: string; logId: string }> {
  const now = ctx.clock.now()
  const logId = await ctx.db.asService(async (tx) => {
    const entry = {
      userId: mailbox.user.userId,
      mailboxId: mailbox.mailboxId,
      messageId,
      internetMessageId: null,
      conversationId: null,
      subject: mail.subject,
      fromAddress: mail.from ?? null,
      fromName: null,
      listId: null,
      receivedAt: now,
      backfillId: null,
    }
    const id = (await insertProcessingLog(tx, entry, now)) ?? ''
    await tx
      .updateTable('email_processing_logs')
      .set({ target_folder_id: folderId, decided_by: 'classifier', ...decision })
      .where('id', '=', id)
      .execute()
    await finishProcessingLog(tx, id, { status: 'processed', reason: 'sorted', movedAt: now }, now)
    await createActionRuns(ctx, tx, id)
    return id
  })
  return { messageId, logId }
}
