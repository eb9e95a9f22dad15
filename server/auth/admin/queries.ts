import type { Updateable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthUsersRow } from '../../db/rows.ts'
import type { AuditEntry } from '../audit/queries.ts'
import { userColumns, type User } from '../queries.ts'

export interface Page {
  page: number
  perPage: number
}

interface Search extends Page {
  /** Part of an address; empty for all. */
  filter: string
}

/** Newest first. Accounts that are being removed are gone already. */
export async function usersPage(tx: Tx, { page, perPage, filter }: Search): Promise<{ users: User[]; total: number }> {
  const pattern = `%${filter.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const matching = tx.selectFrom('auth.users').where('deleted_at', 'is', null).where('email', 'like', pattern)
  const users = await matching
    .select(userColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { users, total }
}

/** @returns undefined where the address belongs to somebody else */
export async function changeUser(tx: Tx, userId: string, change: Updateable<AuthUsersRow>): Promise<User | undefined> {
  const taken = change.email
    ? await tx
        .selectFrom('auth.users')
        .select('id')
        .where('email', '=', change.email)
        .where('id', '<>', userId)
        .executeTakeFirst()
    : undefined
  if (taken) return undefined
  return tx.updateTable('auth.users').set(change).where('id', '=', userId).returning(userColumns).executeTakeFirst()
}

export async function renameEmailIdentity(
  tx: Tx,
  { userId, data, now }: { userId: string; data: object; now: Date },
): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute()
}

/** The trail of all accounts, newest first. */
export async function auditPage(tx: Tx, { page, perPage }: Page): Promise<{ entries: AuditEntry[]; total: number }> {
  const entries = await tx
    .selectFrom('auth.audit_log_entries')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await tx
    .selectFrom('auth.audit_log_entries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { entries, total }
}
