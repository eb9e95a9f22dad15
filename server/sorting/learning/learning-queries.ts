import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Correction } from '../decision/decide.ts'

/** What the user taught about this sender or list, latest first. */
export async function correctionsAbout(
  tx: Tx,
  mailboxId: string,
  about: { sender: string; list: string | null },
): Promise<Correction[]> {
  const rows = await tx
    .selectFrom('app.corrections')
    .select(['kind', 'value', 'folder_id'])
    .where('mailbox_id', '=', mailboxId)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'sender'), eb('value', '=', about.sender)]),
        eb.and([eb('kind', '=', 'list'), eb('value', '=', about.list ?? '')]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({ kind: row.kind, value: row.value, folderId: row.folder_id ?? 'inbox' }))
}

/** @param folderId null: the user wants such mail in the inbox */
export async function rememberCorrection(
  tx: Tx,
  correction: {
    mailboxId: string
    userId: string
    messageId: string
    kind: 'sender' | 'list'
    value: string
    folderId: string | null
    /** Where the mail was; null: the inbox. */
    fromFolderId: string | null
    learnedBy: 'history' | 'outlook'
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('app.corrections')
    .values({
      mailbox_id: correction.mailboxId,
      user_id: correction.userId,
      message_id: correction.messageId,
      kind: correction.kind,
      value: correction.value,
      folder_id: correction.folderId,
      from_folder_id: correction.fromFolderId,
      learned_by: correction.learnedBy,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['mailbox_id', 'message_id', 'kind']).doUpdateSet((eb) => ({
        folder_id: eb.ref('excluded.folder_id'),
        from_folder_id: eb.ref('excluded.from_folder_id'),
        learned_by: eb.ref('excluded.learned_by'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute()
}

export interface StoredModel {
  version: number
  state: Buffer
  learnedMails: number
  /** Something that it learned was taken back: it has to be learned anew. */
  isStale: boolean
  updatedAt: Date
}

/** @param hold nobody else stores another one until the transaction ends */
export async function storedModel(
  tx: Tx,
  mailboxId: string,
  { hold = false }: { hold?: boolean } = {},
): Promise<StoredModel | null> {
  const row = await tx
    .selectFrom('app.mailbox_models')
    .select(['version', 'state', 'learned_mails', 'is_stale', 'updated_at'])
    .where('mailbox_id', '=', mailboxId)
    .$if(hold, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) return null
  const { version, state, learned_mails: learnedMails, is_stale: isStale, updated_at: updatedAt } = row
  return { version, state, learnedMails, isStale, updatedAt }
}

/**
 * Stores a model that was made from the one of `basedOn`.
 * @returns false where somebody stored another one meanwhile; nothing is written then
 */
export async function storeModel(
  tx: Tx,
  model: Omit<StoredModel, 'updatedAt'> & { mailboxId: string; userId: string },
  basedOn: StoredModel | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into app.mailbox_models as m (mailbox_id, user_id, version, state, learned_mails, is_stale, updated_at)
    values (${model.mailboxId}, ${model.userId}, ${model.version}, ${model.state}, ${model.learnedMails}, ${model.isStale}, clock_timestamp())
    on conflict (mailbox_id) do update
      set version = excluded.version, state = excluded.state, learned_mails = excluded.learned_mails,
        is_stale = excluded.is_stale, updated_at = excluded.updated_at
      where date_trunc('milliseconds', m.updated_at) = ${basedOn?.updatedAt ?? null}
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Whoever stores a model that was made before finds another one there, and begins anew. */
export async function makeStale(tx: Tx, mailboxId: string): Promise<void> {
  await tx
    .updateTable('app.mailbox_models')
    .set({ is_stale: true, updated_at: sql`clock_timestamp()` })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}

/**
 * Those of these mails that lie where we have put them, and of which the user has said nothing: by a rule of theirs (what a rule sorts
 * must not outlive it), or since this moment (they have had no time to say otherwise).
 */
export async function notYetTheirs(
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
export async function wantsProposals(tx: Tx, mailboxId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from public.email_folders f
    where f.mailbox_id = ${mailboxId}::uuid and f.active and f.include_in_ai and btrim(f.instructions) = ''
      and not exists (select 1 from app.instruction_proposals p where p.mailbox_id = f.mailbox_id)
    limit 1`.execute(tx)
  return rows.length > 0
}
