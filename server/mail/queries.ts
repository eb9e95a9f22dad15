import { sql, type Selectable } from 'kysely'
import type { Mailbox } from '../../contract/connected-mailbox.ts'
import type { Tx } from '../db/database.ts'
import type { EmailFoldersRow, MailboxesRow } from '../db/rows.ts'
import { announceSlots } from './graph-slots/slot-queries.ts'

export type MailboxRow = Selectable<MailboxesRow>
export type FolderRow = Selectable<EmailFoldersRow>

export async function findMailbox(tx: Tx, mailboxId: string): Promise<MailboxRow | null> {
  return (await tx.selectFrom('mailboxes').selectAll().where('id', '=', mailboxId).executeTakeFirst()) ?? null
}

/**
 * Locks the mailbox against disconnecting until the transaction ends.
 * @returns false where it was disconnected meanwhile
 */
export async function lockAgainstDisconnect(tx: Tx, mailboxId: string): Promise<boolean> {
  const locked = tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).forKeyShare()
  return (await locked.executeTakeFirst()) !== undefined
}

/** @returns null where the mailbox does not exist or belongs to another user, which is the same to the caller */
export async function findOwnMailbox(tx: Tx, at: { userId: string; mailboxId: string }): Promise<MailboxRow | null> {
  const found = tx.selectFrom('mailboxes').selectAll().where('id', '=', at.mailboxId).where('user_id', '=', at.userId)
  return (await found.executeTakeFirst()) ?? null
}

/** The folders into which messages may be sorted. */
export function findTargetFolders(tx: Tx, mailboxId: string): Promise<FolderRow[]> {
  return tx
    .selectFrom('email_folders')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('active', '=', true)
    .where('include_in_ai', '=', true)
    .orderBy('display_name')
    .orderBy('id')
    .execute()
}

/** Folders with instructions that mail is not sorted into now. */
export function findDisabledFolders(tx: Tx, mailboxId: string): Promise<FolderRow[]> {
  return tx
    .selectFrom('email_folders')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where((at) => at.or([at('active', '=', false), at('include_in_ai', '=', false)]))
    .where('instructions', '<>', '')
    .orderBy('id')
    .execute()
}

/** The user's mailboxes as functions return them, oldest first. */
export async function listMailboxes(tx: Tx, userId: string, mailboxId?: string): Promise<Mailbox[]> {
  const rows = await tx
    .selectFrom('mailboxes as m')
    .leftJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
    .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id')
    .select([
      'm.id',
      'm.name',
      'm.email_address',
      'm.status',
      'm.real_time',
      't.expires_at',
      's.provider_subscription_id',
    ])
    .select((eb) =>
      eb
        .selectFrom('email_folders as f')
        .whereRef('f.mailbox_id', '=', 'm.id')
        .select((folders) => folders.fn.countAll<number>().as('folders'))
        .as('folder_count'),
    )
    .where('m.user_id', '=', userId)
    .$if(mailboxId !== undefined, (query) => query.where('m.id', '=', mailboxId ?? ''))
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email_address: row.email_address,
    status: row.status,
    folder_count: row.folder_count ?? 0,
    expires_at: row.expires_at?.toISOString() ?? null,
    has_webhook: row.real_time && row.provider_subscription_id !== null,
  }))
}

/** @returns the owner's id; null where the mailbox has this status already */
export async function updateMailboxStatus(
  tx: Tx,
  mailboxId: string,
  status: MailboxRow['status'],
): Promise<string | null> {
  const changed = await tx
    .updateTable('mailboxes')
    .set({ status })
    .where('id', '=', mailboxId)
    .where('status', '<>', status)
    .returning('user_id')
    .executeTakeFirst()
  return changed?.user_id ?? null
}

/** No node calls Graph for this mailbox before that time, nor do calls that wait; an earlier time changes nothing. */
export async function pauseMailboxUntil(tx: Tx, mailboxId: string, until: Date): Promise<void> {
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ paused_until: sql`greatest(paused_until, ${until}::timestamptz)` })
    .where('mailbox_id', '=', mailboxId)
    .execute()
  await announceSlots(tx, mailboxId, null)
}

/**
 * Deletes a mailbox; its rows are deleted by cascade. Locks the sync state first, as sorting a message does, so that
 * both lock in one order.
 * @returns what is needed to delete the subscription at Graph; null where the mailbox does not belong to the user
 */
export async function deleteMailbox(tx: Tx, at: { userId: string; mailboxId: string }) {
  await tx
    .selectFrom('app.mailbox_sync_states')
    .select('mailbox_id')
    .where('mailbox_id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .forUpdate()
    .execute()
  const remaining = await tx
    .selectFrom('mailboxes as m')
    .leftJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
    .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id')
    .select(['m.id', 't.access_token_sealed', 't.refresh_token_sealed', 't.expires_at', 's.provider_subscription_id'])
    .where('m.id', '=', at.mailboxId)
    .where('m.user_id', '=', at.userId)
    .executeTakeFirst()
  const { numDeletedRows } = await tx
    .deleteFrom('mailboxes')
    .where('id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .executeTakeFirst()
  return remaining && numDeletedRows > 0n ? remaining : null
}
