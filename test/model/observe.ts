import { sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import type { ModelMailServer, ShownMailbox } from './model-mail-server.ts'

interface LogRow {
  message_id: string
  status: string
  reason: string | null
  moved_at: Date | null
  decided_by: string | null
  counted_month: string | null
  corrected_at: Date | null
  backfill_id: string | null
  stays_in_inbox: boolean
  /** The tag that we have given it. */
  category: string | null
  /** It waits to be filed, and its tag was seen on it. */
  is_tagged: boolean
  /** The user wants it to be filed now. */
  filing_requested: boolean
  /** The provider's id of the target folder; null where there is none. */
  target: string | null
  target_name: string | null
  /** Where an email that waits to be filed will go. */
  likely_name: string | null
}

export interface RunRow {
  id: string
  message_id: string
  action_type: string
  action_order: number
  status: string
  reason: string | null
}

export interface Observation extends ShownMailbox {
  rows: LogRow[]
  runs: RunRow[]
  /** Ids of messages that wait in the inbox table. */
  waiting: string[]
  usage: { month: string; emails_processed: number }[]
  monthlyLimit: number
  mailboxStatus: string
  /** The id of the subscription that we have stored. */
  storedSubscription: string | null
}

interface Observed {
  mailboxId: string
  userId: string
}

/** Reads the state of one mailbox. @param at its user must have no other mailbox, since the count is per user */
export async function observe(db: Database, server: ModelMailServer, at: Observed): Promise<Observation> {
  const [stored, { idOf, ...shown }] = await Promise.all([readStored(db, at), server.observe()])
  const named = <Row extends { message_id: string }>(rows: Row[]): Row[] =>
    rows.map((row) => ({ ...row, message_id: idOf(row.message_id) }))
  const { rows, runs, waiting } = stored
  return { ...stored, rows: named(rows), runs: named(runs), waiting: waiting.map(idOf), ...shown }
}

async function readStored(db: Database, { mailboxId, userId }: Observed) {
  return db.asService(async (tx) => {
    const subscription = await tx
      .selectFrom('app.graph_subscriptions')
      .select('provider_subscription_id as id')
      .where('mailbox_id', '=', mailboxId)
      .executeTakeFirst()
    const mailbox = tx.selectFrom('mailboxes').select('status').where('id', '=', mailboxId)
    const events = tx.selectFrom('app.inbox_events').select('message_id').where('mailbox_id', '=', mailboxId)
    const limits = await sql<{ total: number }>`select app.email_limit_total(${userId}::uuid) as total`.execute(tx)
    return {
      rows: await tx
        .selectFrom('email_processing_logs as l')
        .leftJoin('email_folders as f', 'f.id', 'l.target_folder_id')
        .leftJoin('email_folders as r', 'r.id', 'l.runner_up_folder_id')
        .select(['l.message_id', 'l.status', 'l.reason', 'l.moved_at', 'l.decided_by', 'l.counted_month'])
        .select(['l.corrected_at', 'l.backfill_id', 'f.provider_folder_id as target', 'f.display_name as target_name'])
        .select(['r.display_name as likely_name', 'l.stays_in_inbox', 'l.category'])
        .select(['l.is_tagged', 'l.filing_requested'])
        .where('l.mailbox_id', '=', mailboxId)
        .execute(),
      runs: await tx
        .selectFrom('email_action_runs as r')
        .innerJoin('email_processing_logs as l', 'l.id', 'r.log_id')
        .select(['r.id', 'l.message_id', 'r.action_type', 'r.action_order', 'r.status', 'r.reason'])
        .where('r.mailbox_id', '=', mailboxId)
        .execute(),
      waiting: (await events.execute()).map((event) => event.message_id),
      usage: await tx.selectFrom('usage').select(['month', 'emails_processed']).where('user_id', '=', userId).execute(),
      mailboxStatus: (await mailbox.executeTakeFirstOrThrow()).status,
      storedSubscription: subscription?.id ?? null,
      monthlyLimit: limits.rows[0]?.total ?? 0,
    }
  })
}
