import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { fail } from '../errors.ts'
import type { Caller } from '../http/request/caller.ts'
import { isSessionRecentlyAuthenticated } from './sessions.ts'

/**
 * Operators are accounts with `operator` in their metadata, which only the server writes: the first account of a server
 * whose first visitor becomes the operator, and whom an operator names.
 */
const isMarked = sql<boolean>`raw_app_meta_data @> '{"operator": true}'`

/** @param tx as accounts */
export async function makeOperator(tx: Tx, userId: string): Promise<void> {
  await sql`update auth.users set raw_app_meta_data = raw_app_meta_data || '{"operator":true}'::jsonb
    where id = ${userId}::uuid`.execute(tx)
}

/** @param tx as accounts */
export async function findOperatorIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('auth.users').select('id').where(isMarked).where('deleted_at', 'is', null).execute()
  return rows.map(({ id }) => id)
}

/** Operators who may sign in. */
const activeOperators = (tx: Tx, now: Date) =>
  tx
    .selectFrom('auth.users')
    .select('id')
    .where(isMarked)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('banned_until', 'is', null), eb('banned_until', '<=', now)]))

/** Ids of the operators who may sign in. Another transaction that locks them waits. @param tx as accounts */
export async function lockActiveOperators(tx: Tx, now: Date): Promise<Set<string>> {
  const rows = await activeOperators(tx, now).orderBy('id').forUpdate().execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * For operators who delete their own account.
 * @param tx as accounts
 * @throws AppError `last_operator` where the other accounts of the server would have none
 */
export async function requireOtherOperator(tx: Tx, now: Date, userId: string): Promise<void> {
  const operators = await lockActiveOperators(tx, now)
  if (!operators.delete(userId) || operators.size > 0) return
  const others = tx.selectFrom('auth.users').select('id').where('id', '!=', userId).where('deleted_at', 'is', null)
  if (await others.limit(1).executeTakeFirst()) fail('last_operator')
}

/**
 * Reads the right from the database each time, so that a withdrawn one counts at once. Others do not learn that the
 * function exists.
 * @throws AppError `not_found`
 */
export async function requireOperator(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<void> {
  const found = await db.asAccounts((tx) =>
    activeOperators(tx, clock.now()).where('id', '=', userId).executeTakeFirst(),
  )
  if (!found) fail('not_found')
}

/**
 * For what gives or takes access. The operator has authenticated in this session within the last five minutes.
 * @throws AppError `not_found` or `reauthentication_needed`
 */
export async function requireRecentOperator(ctx: Pick<Context, 'clock' | 'db'>, caller: Caller): Promise<void> {
  await requireOperator(ctx, caller)
  if (!(await ctx.db.asAccounts((tx) => isSessionRecentlyAuthenticated(tx, caller, ctx.clock.now()))))
    fail('reauthentication_needed')
}
