import { sql } from 'kysely'
import type { FolderCondition } from '../../../contract/functions/folder-conditions.ts'
import type { Tx } from '../../db/database.ts'

/** In the user's order. */
export async function conditionsOf(tx: Tx, mailboxId: string): Promise<FolderCondition[]> {
  const rows = await tx
    .selectFrom('app.folder_conditions')
    .select(['id', 'folder_id', 'kind', 'value'])
    .where('mailbox_id', '=', mailboxId)
    .orderBy('position')
    .execute()
  return rows.map(({ id, folder_id, kind, value }) => ({ id, folderId: folder_id, kind, value }))
}

/**
 * Locks the mailbox, so that two requests that change the order run one after the other.
 * @returns false where it does not exist or belongs to another user
 */
export async function lockConditions(tx: Tx, at: { userId: string; mailboxId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('mailboxes')
    .select('id')
    .where('id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Appends a condition, or changes the folder of an existing one.
 * @returns false where the folder is not in this mailbox
 */
export async function upsertCondition(
  tx: Tx,
  condition: { mailboxId: string; folderId: string; kind: FolderCondition['kind']; value: string },
  now: Date,
): Promise<boolean> {
  const { mailboxId, folderId, kind, value } = condition
  const { rows } = await sql`
    insert into app.folder_conditions (user_id, mailbox_id, folder_id, kind, value, position, created_at)
    select f.user_id, f.mailbox_id, f.id, ${kind}, ${value},
      1 + coalesce((select max(c.position) from app.folder_conditions c where c.mailbox_id = f.mailbox_id), 0), ${now}
    from public.email_folders f where f.id = ${folderId}::uuid and f.mailbox_id = ${mailboxId}::uuid
    on conflict (mailbox_id, kind, value) do update set folder_id = excluded.folder_id
    returning id`.execute(tx)
  return rows.length > 0
}

/** @returns false where the mailbox has no condition with this id */
export async function deleteCondition(tx: Tx, mailboxId: string, conditionId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('app.folder_conditions')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', conditionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @param ids all conditions of the mailbox, in the new order */
export async function saveConditionOrder(tx: Tx, mailboxId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update app.folder_conditions c set position = o.position
    from unnest(${ids}::uuid[]) with ordinality as o (id, position)
    where c.id = o.id and c.mailbox_id = ${mailboxId}::uuid and c.position <> o.position`.execute(tx)
}
