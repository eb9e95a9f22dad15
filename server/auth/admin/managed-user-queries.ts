import type { Updateable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthUsersRow } from '../../db/rows.ts'
import type { AuditEventRow } from '../audit-log/audit-log-queries.ts'
import { userColumns, type User } from '../user-rows/user-queries.ts'

export interface Page {
  page: number
  perPage: number
}

interface Search extends Page {
  /** Substring of the address; empty for all. */
  filter: string
}

/** Newest first, without deactivated accounts. */
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

/** @returns undefined when the address belongs to another user */
export async function updateUserRow(
  tx: Tx,
  userId: string,
  change: Updateable<AuthUsersRow>,
): Promise<User | undefined> {
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

export async function updateEmailIdentityData(
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

/** The audit log of all accounts, newest first. */
export async function auditEventsPage(
  tx: Tx,
  { page, perPage }: Page,
): Promise<{ entries: AuditEventRow[]; total: number }> {
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
