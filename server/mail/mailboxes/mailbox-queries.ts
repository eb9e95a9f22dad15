import { sql, type Selectable } from 'kysely'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import type { Tx } from '../../db/database.ts'
import type { MailboxesRow } from '../../db/rows.ts'
import { settingColumns } from './mailbox-settings-queries.ts'

/** Whole rows would not be prepared, see `server/db/statement-names.ts`. */
const mailboxColumns = [
  'id',
  'user_id',
  'email_address',
  'status',
  'confidence_threshold',
  'preview_until',
  ...settingColumns,
] as const satisfies readonly (keyof MailboxesRow)[]

export type MailboxRow = Pick<Selectable<MailboxesRow>, (typeof mailboxColumns)[number]>

export async function findMailbox(tx: Tx, mailboxId: string): Promise<MailboxRow | null> {
  return (
    (await tx.selectFrom('mailboxes').select(mailboxColumns).where('id', '=', mailboxId).executeTakeFirst()) ?? null
  )
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
  const found = tx.selectFrom('mailboxes').select(mailboxColumns).where('id', '=', at.mailboxId)
  return (await found.where('user_id', '=', at.userId).executeTakeFirst()) ?? null
}

export async function findMailboxKind(tx: Tx, mailboxId: string): Promise<string | null> {
  const found = tx.selectFrom('mailboxes').select('provider').where('id', '=', mailboxId)
  return (await found.executeTakeFirst())?.provider ?? null
}

type OwnMailbox = Omit<Mailbox, 'provider' | 'sign_in' | 'has_web_links'> & Pick<Selectable<MailboxesRow>, 'provider'>

/** The user's mailboxes, oldest first. */
export async function listMailboxes(tx: Tx, userId: string, mailboxId?: string): Promise<OwnMailbox[]> {
  const rows = await tx
    .selectFrom('mailboxes as m')
    .leftJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
    .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id')
    .leftJoin('app.imap_accounts as i', 'i.mailbox_id', 'm.id')
    .select([
      'm.id',
      'm.name',
      'm.email_address',
      'm.provider',
      'm.status',
      'm.real_time',
      't.expires_at',
      's.provider_subscription_id',
      'm.follow_up_days',
      'm.keep_known_people',
      'i.can_move',
      'i.takes_keywords',
    ])
    .select((eb) => eb.and([eb('i.mailbox_id', 'is not', null), eb('i.smtp_host', 'is', null)]).as('sends_nothing'))
    .select((eb) =>
      eb
        .selectFrom('email_folders as f')
        .whereRef('f.mailbox_id', '=', 'm.id')
        .select((folders) => folders.fn.countAll<number>().as('folders'))
        .as('folder_count'),
    )
    .where('m.user_id', '=', userId)
    .select((eb) =>
      eb
        .or([
          eb('m.preview_until', 'is not', null),
          eb.exists(
            eb
              .selectFrom('email_processing_logs as l')
              .whereRef('l.mailbox_id', '=', 'm.id')
              .where('l.status', '=', 'left')
              .where('l.reason', '=', 'preview'),
          ),
        ])
        .as('has_preview'),
    )
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom('app.bulk_undos as u').whereRef('u.mailbox_id', '=', 'm.id').where('u.state', '=', 'running'),
        )
        .as('is_undoing'),
    )
    .$if(mailboxId !== undefined, (query) => query.where('m.id', '=', mailboxId ?? ''))
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email_address: row.email_address,
    provider: row.provider,
    status: row.status,
    folder_count: row.folder_count ?? 0,
    expires_at: row.expires_at?.toISOString() ?? null,
    has_webhook: row.real_time && row.provider_subscription_id !== null,
    polling: row.real_time && row.provider_subscription_id === null,
    has_preview: Boolean(row.has_preview),
    follows_up: row.follow_up_days !== null && row.keep_known_people,
    is_undoing: Boolean(row.is_undoing),
    unsupported: [
      ...(row.can_move === false ? ['move' as const] : []),
      ...(row.takes_keywords === false ? ['tag' as const] : []),
      ...(row.sends_nothing ? ['send' as const] : []),
    ],
  }))
}

/**
 * A stop lasts from the first status that is not 'active' until the mailbox is active, whatever statuses follow each
 * other meanwhile.
 * @returns null where the mailbox has this status already; `begins`: of a stop
 */
export async function updateMailboxStatus(
  tx: Tx,
  mailboxId: string,
  status: MailboxRow['status'],
  now: Date,
): Promise<{ userId: string; begins: boolean } | null> {
  const changed = await tx
    .updateTable('mailboxes')
    .set((eb) => ({ status, stopped_at: status === 'active' ? null : eb.fn.coalesce('stopped_at', eb.val(now)) }))
    .where('id', '=', mailboxId)
    .where('status', '<>', status)
    .returning(['user_id', 'stopped_at'])
    .executeTakeFirst()
  return changed ? { userId: changed.user_id, begins: changed.stopped_at?.getTime() === now.getTime() } : null
}

/** @returns undefined where this stop has ended, or another one has begun */
export async function findStoppedMailbox(
  tx: Tx,
  { mailboxId, stoppedAt }: { mailboxId: string; stoppedAt: Date },
): Promise<Pick<Selectable<MailboxesRow>, 'email_address' | 'status' | 'real_time'> | undefined> {
  return tx
    .selectFrom('mailboxes')
    .select(['email_address', 'status', 'real_time'])
    .where('id', '=', mailboxId)
    .where('status', '<>', 'active')
    .where('stopped_at', '=', stoppedAt)
    .executeTakeFirst()
}

/** @returns undefined where the mailbox has stopped again, or is no longer sorted by the user's choice */
export async function findResumedMailbox(
  tx: Tx,
  mailboxId: string,
): Promise<Pick<Selectable<MailboxesRow>, 'email_address'> | undefined> {
  return tx
    .selectFrom('mailboxes')
    .select('email_address')
    .where('id', '=', mailboxId)
    .where('status', '=', 'active')
    .where('real_time', '=', true)
    .executeTakeFirst()
}

/** @returns false where this stop has ended meanwhile */
export async function saveStopEmailed(
  tx: Tx,
  { mailboxId, stoppedAt }: { mailboxId: string; stoppedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailboxes')
    .set({ stop_emailed: true })
    .where('id', '=', mailboxId)
    .where('stopped_at', '=', stoppedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether the stop that has ended was emailed */
export async function clearStopEmailed(tx: Tx, mailboxId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailboxes')
    .set({ stop_emailed: false })
    .where('id', '=', mailboxId)
    .where('stop_emailed', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
    .select(['m.id', 'm.user_id', 'm.provider as kind', 's.provider_subscription_id'])
    .select(['t.access_token_sealed', 't.refresh_token_sealed', 't.expires_at'])
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

export type DeletedMailbox = NonNullable<Awaited<ReturnType<typeof deleteMailbox>>>

/** Whether the user has a mailbox or a connection to a service. */
export async function hasConnections(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from public.mailboxes where user_id = ${userId}::uuid)
      or exists (select from app.service_connections where user_id = ${userId}::uuid) as found`.execute(tx)
  return rows[0]?.found ?? false
}
