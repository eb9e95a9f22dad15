import { sql } from 'kysely'
import type { FileProvider } from '../../../contract/providers.ts'
import type { Effect } from '../../../contract/action-runs.ts'
import type { Tx } from '../../db/database.ts'
import { storableJson } from '../../db/storable-json.ts'
import { shownEffects } from '../shown-effects.ts'

/** One attachment in the ledger. */
export type LedgerRow = Awaited<ReturnType<typeof ledgerOf>>[number]

export interface Claimed {
  attachmentId: string
  name: string
  folderPath: string
  /** Why it is not to be stored; null where it is. */
  leftOut: string | null
}

/**
 * Writes down what of a mail is to be stored, before anything is sent. What is stored already stays as it is; what was begun goes on, and begins anew where
 * its place or the account is another one now. Rows of attachments that the mail no longer has are ended.
 */
export async function claimAttachments(
  tx: Tx,
  at: { runId: string; step: number; userId: string; mailboxId: string; provider: FileProvider; accountId: string },
  files: readonly Claimed[],
): Promise<void> {
  const { runId, step, userId, mailboxId, provider, accountId } = at
  await sql`
    update app.stored_attachments set state = 'skipped', reason = 'gone', session_sealed = null, updated_at = now()
    where run_id = ${runId}::uuid and step = ${step} and state not in ('done', 'skipped')
      and attachment_id <> all (${files.map(({ attachmentId }) => attachmentId)}::text[])`.execute(tx)
  if (files.length === 0) return
  const list = files.map(({ attachmentId: id, name, folderPath: folder, leftOut: reason }) => ({
    id,
    name,
    folder,
    reason,
  }))
  // One microsecond apart, so that they keep the order of the mail.
  await sql`
    insert into app.stored_attachments as a
      (user_id, mailbox_id, run_id, step, provider, account_id, attachment_id, name, folder_path, state, reason, created_at)
    select ${userId}::uuid, ${mailboxId}::uuid, ${runId}::uuid, ${step}::integer, ${provider}, ${accountId}, f.id, f.name, f.folder,
      case when f.reason is null then 'claimed' else 'skipped' end, f.reason, now() + f.place * interval '1 microsecond'
    from rows from (jsonb_to_recordset(${storableJson(list)}::jsonb) as (id text, name text, folder text, reason text))
      with ordinality as f (id, name, folder, reason, place)
    on conflict (run_id, step, attachment_id) do update set
      name = excluded.name, folder_path = excluded.folder_path, account_id = excluded.account_id, state = excluded.state,
      reason = excluded.reason, updated_at = now(),
      session_sealed = case when (a.name, a.folder_path, a.account_id) = (excluded.name, excluded.folder_path, excluded.account_id)
        then a.session_sealed end
    where a.state <> 'done'`.execute(tx)
}

/** The attachments of a run's step, in the order in which they were written down. */
export async function ledgerOf(tx: Tx, { runId, step }: { runId: string; step: number }) {
  return tx
    .selectFrom('app.stored_attachments')
    .select(['id', 'attachment_id', 'account_id', 'name', 'folder_path', 'size', 'content_sha256'])
    .select(['state', 'reason', 'remote_id', 'url', 'session_sealed'])
    .where('run_id', '=', runId)
    .where('step', '=', step)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What was found out by reading it. */
export async function noteContent(tx: Tx, id: string, content: { size: number; sha256: Buffer }): Promise<void> {
  await tx
    .updateTable('app.stored_attachments')
    .set({ size: content.size, content_sha256: content.sha256, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

interface Content {
  userId: string
  provider: FileProvider
  accountId: string
  folderPath: string
  sha256: Buffer
}

/** Whoever is about to send this content there waits for whoever looks right now whether it is there. */
export async function holdContent(tx: Tx, at: Content): Promise<void> {
  const key = [at.userId, at.provider, at.accountId, at.folderPath, at.sha256.toString('hex')].join('/')
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 5))`.execute(tx)
}

const withSameContent = (tx: Tx, at: Content, exceptId: string) =>
  tx
    .selectFrom('app.stored_attachments as a')
    .where('a.user_id', '=', at.userId)
    .where('a.provider', '=', at.provider)
    .where('a.account_id', '=', at.accountId)
    .where('a.content_sha256', '=', at.sha256)
    .where('a.folder_path', '=', at.folderPath)
    .where('a.id', '<>', exceptId)

/** The same content that was stored in the same folder of the same account before: the latest, and how often. Empty where there is none. */
export async function storedBefore(tx: Tx, at: Content, exceptId: string) {
  const found = await withSameContent(tx, at, exceptId)
    .select(['a.id', 'a.name', 'a.remote_id', 'a.url'])
    .select((eb) => eb.fn.countAll<number>().over().as('times'))
    .where('a.state', '=', 'done')
    .orderBy('a.updated_at', 'desc')
    .orderBy('a.id')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Whether another worker, one that is alive, is sending the same content there right now. */
export async function isBeingSent(tx: Tx, at: Content, exceptId: string): Promise<boolean> {
  const found = await withSameContent(tx, at, exceptId)
    .innerJoin('email_action_runs as r', 'r.id', 'a.run_id')
    .innerJoin('app.mails_to_act_on as m', 'm.log_id', 'r.log_id')
    .select('a.id')
    .where('a.state', '=', 'uploading')
    .where('r.status', '=', 'running')
    .where(sql<boolean>`m.claimed_until > now()`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function beginUpload(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('app.stored_attachments')
    .set({ state: 'uploading', reason: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function keepSession(tx: Tx, id: string, sessionSealed: string): Promise<void> {
  await tx
    .updateTable('app.stored_attachments')
    .set({ session_sealed: sessionSealed, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Writes down where a file stands; whoever has the mail now, that it stands there is a fact. Nothing happens where the row was given another place meanwhile.
 */
export async function endStored(
  tx: Tx,
  { id, name, folder_path }: Pick<LedgerRow, 'id' | 'name' | 'folder_path'>,
  end: { name: string; remoteId: string | null; url: string | null; reason: 'same_content' | null },
): Promise<void> {
  await tx
    .updateTable('app.stored_attachments')
    .set({ state: 'done', name: end.name, reason: end.reason, remote_id: end.remoteId, url: end.url })
    .set({ session_sealed: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('name', '=', name)
    .where('folder_path', '=', folder_path)
    .where('state', 'in', ['claimed', 'uploading'])
    .execute()
}

/** What failed may be tried again: how far it got stays. */
export async function endNotStored(
  tx: Tx,
  id: string,
  { state, reason }: { state: 'skipped' | 'failed'; reason: string },
): Promise<void> {
  await tx
    .updateTable('app.stored_attachments')
    .set({ state, reason, updated_at: sql`now()` })
    .set(state === 'skipped' ? { session_sealed: null } : {})
    .where('id', '=', id)
    .where('state', 'in', ['claimed', 'uploading'])
    .execute()
}

/** What the history shows of a run that is not at its end yet, or comes to one that knows of no effects; the first hundred. */
export async function showEffects(tx: Tx, runId: string, effects: readonly Effect[]): Promise<void> {
  await tx
    .updateTable('email_action_runs')
    .set({ effects: storableJson(shownEffects(effects)) })
    .where('id', '=', runId)
    .execute()
}
