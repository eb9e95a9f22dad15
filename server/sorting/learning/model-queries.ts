import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The stored classifier of a mailbox. */
export interface StoredModel {
  version: number
  state: Buffer
  exampleCount: number
  /** Examples were retracted: the model must be trained again from the remaining ones. */
  isStale: boolean
  updatedAt: Date
}

/** @param lock blocks other writers until the transaction ends */
export async function storedModel(
  tx: Tx,
  mailboxId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredModel | null> {
  const row = await tx
    .selectFrom('app.mailbox_models')
    .select(['version', 'state', 'example_count', 'is_stale', 'updated_at'])
    .where('mailbox_id', '=', mailboxId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) return null
  const { version, state, example_count: exampleCount, is_stale: isStale, updated_at: updatedAt } = row
  return { version, state, exampleCount, isStale, updatedAt }
}

/**
 * The stored model's revision, which changes with every write, and the model unless it has the revision `known`.
 */
export async function modelUnlessKnown(
  tx: Tx,
  mailboxId: string,
  known: string | null,
): Promise<{ revision: string; state: Buffer | null } | null> {
  const row = await tx
    .selectFrom('app.mailbox_models')
    .select(sql<string>`updated_at::text`.as('revision'))
    .select(sql<Buffer | null>`case when updated_at::text = ${known} then null else state end`.as('state'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Stores a model that was derived from `basedOn` (optimistic locking by `updated_at`).
 * @returns false where another model was stored meanwhile; then nothing is written
 */
export async function saveModel(
  tx: Tx,
  model: Omit<StoredModel, 'updatedAt'> & { mailboxId: string; userId: string },
  basedOn: StoredModel | null,
): Promise<boolean> {
  const { mailboxId, userId, version, state, exampleCount, isStale } = model
  const { rows } = await sql`
    insert into app.mailbox_models as m (mailbox_id, user_id, version, state, example_count, is_stale, updated_at)
    values (${mailboxId}, ${userId}, ${version}, ${state}, ${exampleCount}, ${isStale}, clock_timestamp())
    on conflict (mailbox_id) do update
      set version = excluded.version, state = excluded.state, example_count = excluded.example_count,
        is_stale = excluded.is_stale, updated_at = excluded.updated_at
      where date_trunc('milliseconds', m.updated_at) = ${basedOn?.updatedAt ?? null}
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Also changes `updated_at`, so that a run that is in progress cannot store its result. */
export async function markModelStale(tx: Tx, mailboxId: string): Promise<void> {
  await tx
    .updateTable('app.mailbox_models')
    .set({ is_stale: true, updated_at: sql`clock_timestamp()` })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}

/**
 * Of these messages, those that we moved and that must not be learned as filed by the user: a condition or correction
 * decided (what it teaches must not outlive it), or the move is newer than `since` (the user had no time to object).
 */
export async function unconfirmedMoves(
  tx: Tx,
  mailboxId: string,
  { messageIds, since }: { messageIds: string[]; since: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ message_id: string }>`
    select message_id from public.email_processing_logs
    where mailbox_id = ${mailboxId}::uuid and message_id = any(${messageIds}::text[])
      and status = 'processed' and moved_at is not null and corrected_at is null
      and (decided_by in ('condition', 'correction') or moved_at > ${since})`.execute(tx)
  return new Set(rows.map((row) => row.message_id))
}

/** Whether the mailbox never had a proposal, and has a folder that is sorted into and has no instructions. */
export async function needsProposals(tx: Tx, mailboxId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from public.email_folders f
    where f.mailbox_id = ${mailboxId}::uuid and f.active and f.include_in_ai and btrim(f.instructions) = ''
      and not exists (select 1 from app.instruction_proposals p where p.mailbox_id = f.mailbox_id)
    limit 1`.execute(tx)
  return rows.length > 0
}
