import { sql } from 'kysely'
import type { FileProvider } from '../../../contract/providers.ts'
import type { Effect } from '../../../contract/action-runs.ts'
import type { Tx } from '../../db/database.ts'
import { storableJson } from '../../db/storable-json.ts'
import { isMessageFree } from '../runner/calls-in-flight-queries.ts'
import { sanitizeEffects } from '../runner/sanitize-effects.ts'

/** Row of `app.stored_attachments`. */
export type StoredAttachmentRow = Awaited<ReturnType<typeof findAttachmentRows>>[number]

interface AttachmentToRecord {
  attachmentId: string
  name: string
  folderPath: string
  /** Why it is not stored; null if it is. */
  skipReason: string | null
}

/**
 * Records which attachments are to be stored, before anything is uploaded. Stored ones stay unchanged; started
 * uploads continue, or start again if their destination or account has changed. Rows of attachments that the message
 * no longer has are closed.
 */
export async function upsertAttachments(
  tx: Tx,
  at: { runId: string; step: number; userId: string; mailboxId: string; provider: FileProvider; accountId: string },
  files: readonly AttachmentToRecord[],
): Promise<void> {
  const { runId, step, userId, mailboxId, provider, accountId } = at
  await sql`
    update app.stored_attachments set state = 'skipped', reason = 'gone', session_sealed = null, updated_at = now()
    where run_id = ${runId}::uuid and step = ${step} and state not in ('done', 'skipped')
      and attachment_id <> all (${files.map(({ attachmentId }) => attachmentId)}::text[])`.execute(tx)
  if (files.length === 0) return
  const list = files.map(({ attachmentId: id, name, folderPath: folder, skipReason: reason }) => ({
    id,
    name,
    folder,
    reason,
  }))
  // One microsecond apart, to keep the order of the message.
  await sql`
    insert into app.stored_attachments as a
      (user_id, mailbox_id, run_id, step, provider, account_id, attachment_id, name, folder_path, state, reason,
        created_at)
    select ${userId}::uuid, ${mailboxId}::uuid, ${runId}::uuid, ${step}::integer, ${provider}, ${accountId},
      f.id, f.name, f.folder, case when f.reason is null then 'claimed' else 'skipped' end, f.reason,
      now() + f.ordinal * interval '1 microsecond'
    from rows from (jsonb_to_recordset(${storableJson(list)}::jsonb)
        as (id text, name text, folder text, reason text))
      with ordinality as f (id, name, folder, reason, ordinal)
    on conflict (run_id, step, attachment_id) do update set
      name = excluded.name, folder_path = excluded.folder_path, account_id = excluded.account_id,
      state = excluded.state, reason = excluded.reason, updated_at = now(),
      session_sealed = case
        when (a.name, a.folder_path, a.account_id) = (excluded.name, excluded.folder_path, excluded.account_id)
        then a.session_sealed end
    where a.state <> 'done'`.execute(tx)
}

/** The attachment rows of a run's step, in the order in which they were recorded. */
export async function findAttachmentRows(tx: Tx, { runId, step }: { runId: string; step: number }) {
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

/** Saves size and hash once the content was read. */
export async function saveContentHash(tx: Tx, id: string, content: { size: number; sha256: Buffer }): Promise<void> {
  await tx
    .updateTable('app.stored_attachments')
    .set({ size: content.size, content_sha256: content.sha256, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** The next attempt reads the content again and starts a new session. */
export async function discardContent(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('app.stored_attachments')
    .set({ size: null, content_sha256: null, session_sealed: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['claimed', 'uploading'])
    .execute()
}

interface ContentKey {
  userId: string
  provider: FileProvider
  accountId: string
  folderPath: string
  sha256: Buffer
}

/** Serializes workers that are about to upload the same content to the same folder. */
export async function lockContent(tx: Tx, at: ContentKey): Promise<void> {
  const key = [at.userId, at.provider, at.accountId, at.folderPath, at.sha256.toString('hex')].join('/')
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 5))`.execute(tx)
}

const withSameContent = (tx: Tx, at: ContentKey, exceptId: string) =>
  tx
    .selectFrom('app.stored_attachments as a')
    .where('a.user_id', '=', at.userId)
    .where('a.provider', '=', at.provider)
    .where('a.account_id', '=', at.accountId)
    .where('a.content_sha256', '=', at.sha256)
    .where('a.folder_path', '=', at.folderPath)
    .where('a.id', '<>', exceptId)

/**
 * The latest file with the same content in the same folder of the same account, and how many there are. Null if there
 * is none.
 */
export async function findStoredContent(tx: Tx, at: ContentKey, exceptId: string) {
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

/** Whether another live worker is uploading the same content there. */
export async function isContentBeingUploaded(tx: Tx, at: ContentKey, exceptId: string): Promise<boolean> {
  const found = await withSameContent(tx, at, exceptId)
    .innerJoin('email_action_runs as r', 'r.id', 'a.run_id')
    .innerJoin('app.pending_action_messages as m', 'm.log_id', 'r.log_id')
    .select('a.id')
    .where('a.state', '=', 'uploading')
    .where('r.status', '=', 'running')
    .where(sql<boolean>`not ${isMessageFree('m')}`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function markUploading(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('app.stored_attachments')
    .set({ state: 'uploading', reason: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function saveUploadSession(tx: Tx, id: string, sessionSealed: string): Promise<void> {
  await tx
    .updateTable('app.stored_attachments')
    .set({ session_sealed: sessionSealed, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Records where a file is stored, whichever worker has the message now. Does nothing if the row got another
 * destination in the meantime.
 */
export async function markStored(
  tx: Tx,
  { id, name, folder_path }: Pick<StoredAttachmentRow, 'id' | 'name' | 'folder_path'>,
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

/** A failed upload can be retried, so its session is kept. */
export async function markNotStored(
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

/**
 * Saves the first `maxRunEffects` effects of a run. The history shows them while the run is unfinished, or if its
 * result has no effects.
 */
export async function saveVisibleEffects(tx: Tx, runId: string, effects: readonly Effect[]): Promise<void> {
  await tx
    .updateTable('email_action_runs')
    .set({ effects: storableJson(sanitizeEffects(effects)) })
    .where('id', '=', runId)
    .execute()
}
