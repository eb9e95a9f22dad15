import { sql, type Selectable } from 'kysely'
import type { Mailbox } from '../../contract/mailbox.ts'
import type { Tx } from '../db/database.ts'
import type { EmailFoldersRow, MailboxesRow } from '../db/rows.ts'

export type MailboxRow = Selectable<MailboxesRow>
export type FolderRow = Selectable<EmailFoldersRow>
export type MailboxStatusWord = MailboxRow['status']

export async function mailboxById(tx: Tx, mailboxId: string): Promise<MailboxRow | null> {
  return (await tx.selectFrom('mailboxes').selectAll().where('id', '=', mailboxId).executeTakeFirst()) ?? null
}

/** Holds it against its end until the transaction is over, and hinders nothing else. @returns false where it was disconnected meanwhile */
export async function holdMailbox(tx: Tx, mailboxId: string): Promise<boolean> {
  const held = tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).forKeyShare()
  return (await held.executeTakeFirst()) !== undefined
}

/** The caller's own mailbox; null where it does not exist or is somebody else's, which is the same to the caller. */
export async function mailboxOf(tx: Tx, at: { userId: string; mailboxId: string }): Promise<MailboxRow | null> {
  const found = tx.selectFrom('mailboxes').selectAll().where('id', '=', at.mailboxId).where('user_id', '=', at.userId)
  return (await found.executeTakeFirst()) ?? null
}

/** The candidates for sorting (decision 3). */
export function activeFoldersOf(tx: Tx, mailboxId: string): Promise<FolderRow[]> {
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

/** The person's mailboxes as functions send them, oldest first. */
export async function statusOfMailboxes(tx: Tx, userId: string, mailboxId?: string): Promise<Mailbox[]> {
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

/** @returns whose mailbox it is where that changed anything, else null */
export async function setStatus(tx: Tx, mailboxId: string, status: MailboxStatusWord): Promise<string | null> {
  const changed = await tx
    .updateTable('mailboxes')
    .set({ status })
    .where('id', '=', mailboxId)
    .where('status', '<>', status)
    .returning('user_id')
    .executeTakeFirst()
  return changed?.user_id ?? null
}

/** No call to Graph for this mailbox before that moment (invariant I15); an earlier moment does not shorten the wait. */
export async function pauseUntil(tx: Tx, mailboxId: string, until: Date): Promise<void> {
  await tx
    .updateTable('app.mailbox_work')
    .set({ paused_until: sql`greatest(paused_until, ${until}::timestamptz)` })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}

/**
 * Whoever sorts holds the row of the mailbox's work, and then writes rows that refer to the mailbox: held in the same order, it ends first.
 * @returns what is needed to clean up at Microsoft, null where it is not the caller's; all other rows go by cascade
 */
export async function removeMailbox(tx: Tx, at: { userId: string; mailboxId: string }) {
  await tx
    .selectFrom('app.mailbox_work')
    .select('mailbox_id')
    .where('mailbox_id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .forUpdate()
    .execute()
  const left = await tx
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
  return left && numDeletedRows > 0n ? left : null
}
