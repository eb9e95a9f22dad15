import { sql } from 'kysely'
import { addMs } from '../../clock.ts'
import type { Tx } from '../../db/database.ts'

/** Mailboxes that the email to a forward address names. */
const confirmationMaxMailboxes = 5

interface UserAddress {
  userId: string
  /** Lower case. */
  address: string
}

export interface ForwardAddressRow {
  id: string
  address: string
  requestedAt: Date
  confirmedAt: Date | null
  withdrawnAt: Date | null
}

interface RowKey {
  userId: string
  id: string
}

const selectForwardAddresses = (tx: Tx) =>
  tx
    .selectFrom('app.forward_addresses')
    .select([
      'id',
      'address',
      'requested_at as requestedAt',
      'confirmed_at as confirmedAt',
      'withdrawn_at as withdrawnAt',
    ])

/** A user's forward addresses, by address. */
export const listForwardAddresses = (tx: Tx, userId: string): Promise<ForwardAddressRow[]> =>
  selectForwardAddresses(tx).where('user_id', '=', userId).orderBy('address').execute()

/** This user's row only: other users' requests for the same address are private. */
export async function findForwardAddress(tx: Tx, { userId, address }: UserAddress): Promise<ForwardAddressRow | null> {
  const found = selectForwardAddresses(tx).where('user_id', '=', userId).where('address', '=', address)
  return (await found.executeTakeFirst()) ?? null
}

export async function findForwardAddressById(tx: Tx, { userId, id }: RowKey) {
  const found = tx
    .selectFrom('app.forward_addresses')
    .select(['id', 'user_id as userId', 'address'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
  return (await found.executeTakeFirst()) ?? null
}

/** @returns its id; null if it was requested less than `pauseMs` ago, or is confirmed or withdrawn */
export async function upsertConfirmationRequest(
  tx: Tx,
  { userId, address, now, pauseMs }: UserAddress & { now: Date; pauseMs: number },
): Promise<string | null> {
  const row = await tx
    .insertInto('app.forward_addresses')
    .values({ user_id: userId, address, requested_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'address'])
        .doUpdateSet({ requested_at: now })
        .where('app.forward_addresses.requested_at', '<=', addMs(now, -pauseMs))
        .where('app.forward_addresses.confirmed_at', 'is', null)
        .where('app.forward_addresses.withdrawn_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Only the latest link works. @returns the address; null if it is confirmed, withdrawn or deleted */
export async function saveConfirmationToken(
  tx: Tx,
  at: { userId: string; id: string; tokenHash: Buffer; expiresAt: Date },
): Promise<string | null> {
  const row = await tx
    .updateTable('app.forward_addresses')
    .set({ token_hash: at.tokenHash, token_expires_at: at.expiresAt })
    .where('id', '=', at.id)
    .where('user_id', '=', at.userId)
    .where('confirmed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('address')
    .executeTakeFirst()
  return row?.address ?? null
}

/** An unused link expires. A used one stays valid, so that its owner can withdraw or renew the consent. */
const isTokenValid = (now: Date) =>
  sql<boolean>`(token_expires_at > ${now}::timestamptz or confirmed_at is not null or withdrawn_at is not null)`

/** The address of a valid link. */
export async function findByToken(tx: Tx, tokenHash: Buffer, now: Date) {
  const found = await tx
    .selectFrom('app.forward_addresses')
    .select(['id', 'user_id as userId', 'address'])
    .select(sql<boolean>`confirmed_at is not null`.as('isConfirmed'))
    .where('token_hash', '=', tokenHash)
    .where(isTokenValid(now))
    .executeTakeFirst()
  return found ?? null
}

/**
 * @returns the user; null if the address is already confirmed, so that of two submissions only one changes something
 */
export async function confirmByToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('app.forward_addresses')
    .set({ confirmed_at: now, withdrawn_at: null, token_expires_at: null })
    .where('token_hash', '=', tokenHash)
    .where(isTokenValid(now))
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** @returns the user; null if the address is not confirmed */
export async function withdrawByToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('app.forward_addresses')
    .set({ confirmed_at: null, withdrawn_at: now })
    .where('token_hash', '=', tokenHash)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Nothing is forwarded there until the address is added again. @returns the address; null if it does not exist */
export async function deleteForwardAddress(tx: Tx, { userId, id }: RowKey) {
  const removed = tx
    .deleteFrom('app.forward_addresses')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('address')
  return (await removed.executeTakeFirst())?.address ?? null
}

export async function deleteForwardAddresses(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('app.forward_addresses').where('user_id', '=', userId).execute()
}

/**
 * Deletes addresses that never answered: their owners have not agreed to be stored. @returns how many, at most `most`
 */
export async function deleteUnansweredAddresses(tx: Tx, before: Date, most: number): Promise<number> {
  const old = tx
    .selectFrom('app.forward_addresses')
    .select('id')
    .where('requested_at', '<', before)
    .where('confirmed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .limit(most)
  const result = await tx.deleteFrom('app.forward_addresses').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Addresses of the user's mailboxes with an action that forwards to this address. */
export async function findMailboxesForwardingTo(tx: Tx, { userId, address }: UserAddress): Promise<string[]> {
  const rows = await tx
    .selectFrom('email_folder_actions as f')
    .innerJoin('email_actions as a', 'a.id', 'f.action_id')
    .innerJoin('email_folders as folder', 'folder.id', 'f.folder_id')
    .innerJoin('mailboxes as m', 'm.id', 'folder.mailbox_id')
    .select('m.email_address')
    .distinct()
    .where('f.user_id', '=', userId)
    .where('m.user_id', '=', userId)
    .where('a.action_type', '=', 'forward_mail')
    .where(sql<boolean>`lower(f.config->>'destination_email') = ${address}`)
    .orderBy('m.email_address')
    .limit(confirmationMaxMailboxes)
    .execute()
  return rows.map((row) => row.email_address)
}
