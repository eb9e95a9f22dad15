import { sql } from 'kysely'
import { addMs } from '../../server/clock.ts'
import type { Database } from '../../server/db/database.ts'
import { retryPolicies } from '../../server/retry-delay.ts'

/** Email that waits in the inbox to be filed has a result only then. */
const isUnfinished = sql<boolean>`(status = 'processing' or reason = 'delayed')`

export interface LogRow {
  id: string
  messageId: string
  subject: string | null
  status: string
  reason: string | null
  movedAt: Date | null
  /** When it ended. */
  processedAt: Date | null
  /** Name of the decided folder. */
  target: string | null
  /** First day of the month in which the message counts. */
  countedMonth: string | null
  runs: { status: string; reason: string | null }[]
}

export const readLog = (db: Database, mailboxId: string): Promise<LogRow[]> =>
  db.asService(async (tx) => {
    const { rows } = await sql<LogRow>`
      select l.id, l.message_id as "messageId", l.subject, l.status, l.reason, l.moved_at as "movedAt",
        l.processed_at as "processedAt",
        f.display_name as target, l.counted_month as "countedMonth",
        coalesce((select jsonb_agg(jsonb_build_object('status', r.status, 'reason', r.reason))
          from email_action_runs r where r.log_id = l.id), '[]') as runs
      from email_processing_logs l left join email_folders f on f.id = l.target_folder_id
      where l.mailbox_id = ${mailboxId}`.execute(tx)
    return rows
  })

/** Counted messages of a month. */
export interface MonthlyCount {
  month: string
  messages: number
}

export const readUsage = (db: Database, userId: string): Promise<MonthlyCount[]> =>
  db.asService(async (tx) => {
    const { rows } = await sql<MonthlyCount>`
      select month, emails_processed as messages from usage where user_id = ${userId}`.execute(tx)
    return rows
  })

export interface Correction {
  messageId: string
  folderId: string | null
}

/** What the classifier was taught about senders by moves. */
export const readCorrections = (db: Database, mailboxId: string): Promise<Correction[]> =>
  db.asService((tx) =>
    tx
      .selectFrom('app.corrections')
      .select(['message_id as messageId', 'folder_id as folderId'])
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )

export const readSubscription = (db: Database, mailboxId: string): Promise<string | null> =>
  db.asService(async (tx) => {
    const found = tx.selectFrom('app.graph_subscriptions').select('provider_subscription_id')
    const row = await found.where('mailbox_id', '=', mailboxId).executeTakeFirst()
    return row?.provider_subscription_id ?? null
  })

/** Work that is not finished: messages without a result, and actions that wait or run. */
export const countUnfinished = (db: Database, mailboxIds: readonly string[]): Promise<number> =>
  db.asService(async (tx) => {
    const ids = [...mailboxIds]
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from app.inbox_events where mailbox_id = any(${ids}))
        + (select count(*) from email_processing_logs where mailbox_id = any(${ids}) and ${isUnfinished})
        + (select count(*) from email_action_runs where mailbox_id = any(${ids}) and status in ('waiting', 'running'))
        as count`.execute(tx)
    return Number(rows[0]?.count)
  })

export const countEnded = (db: Database, mailboxIds: readonly string[]): Promise<number> =>
  db.asService(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from email_processing_logs
      where mailbox_id = any(${[...mailboxIds]}) and not coalesce(${isUnfinished}, false)`.execute(tx)
    return Number(rows[0]?.count)
  })

/** What `countUnfinished` counts, for a report. */
export const listUnfinished = (db: Database, mailboxIds: readonly string[]): Promise<string[]> =>
  db.asService(async (tx) => {
    const ids = [...mailboxIds]
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(e) as row from app.inbox_events e where mailbox_id = any(${ids})
      union all
      select jsonb_build_object('message', id, 'decided_by', decided_by) from email_processing_logs
        where mailbox_id = any(${ids}) and ${isUnfinished}
      union all
      select jsonb_build_object('run', r.id, 'status', r.status, 'pending', to_jsonb(p)) from email_action_runs r
        left join app.pending_action_messages p on p.log_id = r.log_id
        where r.mailbox_id = any(${ids}) and r.status in ('waiting', 'running')
      union all
      select jsonb_build_object('mailbox', mailbox_id, 'paused_until', paused_until, 'leased_until', leased_until)
        from app.mailbox_sync_states
        where mailbox_id = any(${ids})`.execute(tx)
    return rows.map(({ row }) => JSON.stringify(row))
  })

/**
 * Makes work due that waits for its next attempt: a killed worker counts as a failed one, and pauses grow. Work that
 * waits longer than the schedules of the server allow stays as it is, so that it is found unfinished.
 */
export const bringForward = (db: Database, mailboxIds: readonly string[], now: Date): Promise<void> =>
  db.asService(async (tx) => {
    const ids = [...mailboxIds]
    const { account, actionRun, message } = retryPolicies
    const latestEvent = addMs(now, Math.max(message.maxMs, account.maxMs))
    // With the random part of a retry.
    const latestRun = addMs(now, actionRun.maxMs * 1.25)
    await tx
      .updateTable('app.inbox_events')
      .set({ due_at: now })
      .where('mailbox_id', 'in', ids)
      .where('due_at', '>', now)
      .where('due_at', '<=', latestEvent)
      .execute()
    await tx
      .updateTable('app.mailbox_sync_states')
      .set({ paused_until: now })
      .where('mailbox_id', 'in', ids)
      .where('paused_until', '>', now)
      .where('paused_until', '<=', addMs(now, account.maxMs))
      .execute()
    await tx
      .updateTable('app.pending_action_messages')
      .set({ next_attempt_at: now })
      .where('mailbox_id', 'in', ids)
      .where('next_attempt_at', '>', now)
      .where('next_attempt_at', '<=', latestRun)
      .execute()
  })
