import { sql } from 'kysely'
import { later } from '../../clock.ts'
import type { Tx } from '../../db/database.ts'

interface Own {
  userId: string
  /** Lower case. */
  address: string
}

export interface KnownAddress {
  id: string
  address: string
  askedAt: Date
  confirmedAt: Date | null
  withdrawnAt: Date | null
}

const known = (tx: Tx) =>
  tx
    .selectFrom('app.forward_addresses')
    .select(['id', 'address', 'asked_at as askedAt', 'confirmed_at as confirmedAt', 'withdrawn_at as withdrawnAt'])

/** The person's addresses, by address. */
export const addressesOf = (tx: Tx, userId: string): Promise<KnownAddress[]> =>
  known(tx).where('user_id', '=', userId).orderBy('address').execute()

/** As far as this person has asked it; what others have is nobody's business. */
export async function knownAddress(tx: Tx, { userId, address }: Own): Promise<KnownAddress | null> {
  const found = known(tx).where('user_id', '=', userId).where('address', '=', address)
  return (await found.executeTakeFirst()) ?? null
}

/** @returns its id; null where it was asked less than `pauseMs` ago, or has answered already */
export async function putAsked(
  tx: Tx,
  { userId, address, now, pauseMs }: Own & { now: Date; pauseMs: number },
): Promise<string | null> {
  const row = await tx
    .insertInto('app.forward_addresses')
    .values({ user_id: userId, address, asked_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'address'])
        .doUpdateSet({ asked_at: now })
        .where('app.forward_addresses.asked_at', '<=', later(now, -pauseMs))
        .where('app.forward_addresses.confirmed_at', 'is', null)
        .where('app.forward_addresses.withdrawn_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The latest link is the one that works. @returns the address; null where it has answered already, or was removed */
export async function putToken(
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

/** A link asks for some days; once it was answered it stays good, so that the answer can be changed. */
const isGood = (now: Date) =>
  sql<boolean>`(token_expires_at > ${now}::timestamptz or confirmed_at is not null or withdrawn_at is not null)`

/** What a link is about, as long as it works. */
export async function findByToken(tx: Tx, tokenHash: Buffer, now: Date) {
  const found = await tx
    .selectFrom('app.forward_addresses')
    .select(['user_id as userId', 'address'])
    .select(sql<boolean>`confirmed_at is not null`.as('isConfirmed'))
    .where('token_hash', '=', tokenHash)
    .where(isGood(now))
    .executeTakeFirst()
  return found ?? null
}

/** @returns whose address it is; null where it has agreed already: of two presses of the button, one changes something */
export async function confirmByToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('app.forward_addresses')
    .set({ confirmed_at: now, withdrawn_at: null, token_expires_at: null })
    .where('token_hash', '=', tokenHash)
    .where(isGood(now))
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** @returns whose address it is; null where it does not agree as it is */
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

/** Removes addresses that were asked and never answered: their readers have no part in this. @returns how many, at most `most` */
export async function forgetUnanswered(tx: Tx, before: Date, most: number): Promise<number> {
  const old = tx
    .selectFrom('app.forward_addresses')
    .select('id')
    .where('asked_at', '<', before)
    .where('confirmed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .limit(most)
  const result = await tx.deleteFrom('app.forward_addresses').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Addresses of the person's mailboxes that have an action which forwards there. */
export async function mailboxesForwardingTo(tx: Tx, { userId, address }: Own): Promise<string[]> {
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
    .limit(5)
    .execute()
  return rows.map((row) => row.email_address)
}
