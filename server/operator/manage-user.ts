import { deactivateAccount } from '../auth/accounts/deactivate-account.ts'
import { bannedUntil } from '../auth/admin/ban-duration.ts'
import { updateManagedUser } from '../auth/admin/update-managed-user.ts'
import type { ManagedAttributes } from '../auth/admin/user-attributes.ts'
import { removeLostFactors } from '../auth/factors/remove-lost-factors.ts'
import { endSessions } from '../auth/sessions/session-queries.ts'
import { factorsOf } from '../auth/user-rows/factor-queries.ts'
import { lockUser, userById } from '../auth/user-rows/user-queries.ts'
import { setUserLimit } from '../billing/entitlements/user-limit.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { fail } from '../errors.ts'
import { hasPlans } from '../shared/monthly-limit.ts'
import { lockActiveOperators } from '../shared/operators.ts'
import { recordOperatorEvent, type ActingOperator } from './acting-operator.ts'

type ManageContext = Pick<Context, 'access' | 'clock' | 'db' | 'jobs' | 'sealer'>

/** The longest that a ban lasts: until the operator lifts it. */
const untilEnabled = '876000h'

/** Ends all sessions and refuses sign-ins; the data stays. @throws AppError */
export async function disableUser(ctx: ManageContext, by: ActingOperator, userId: string): Promise<void> {
  if (userId === by?.user.userId) fail('own_account')
  await changeUser(ctx, by, { userId, given: { bannedUntil: bannedUntil(untilEnabled, ctx.clock.now()) } }, 'disabled')
}

export const enableUser = (ctx: ManageContext, by: ActingOperator, userId: string): Promise<void> =>
  changeUser(ctx, by, { userId, given: { bannedUntil: null } }, 'enabled')

export const makeUserOperator = (ctx: ManageContext, by: ActingOperator, userId: string): Promise<void> =>
  changeUser(ctx, by, { userId, given: { appMetadata: { operator: true } } }, 'made an operator')

/** @throws AppError `last_operator` */
export const removeOperator = (ctx: ManageContext, by: ActingOperator, userId: string): Promise<void> =>
  changeUser(ctx, by, { userId, given: { appMetadata: { operator: null } } }, 'no operator any more')

/** Changes the address without asking its mailboxes, and ends all sessions. @throws AppError `account_exists` */
export const moveUser = (ctx: ManageContext, by: ActingOperator, userId: string, email: string): Promise<void> =>
  changeUser(ctx, by, { userId, given: { email, isConfirmed: true } }, 'moved to another address')

/** @param limit emails a month; null: none. @throws AppError `limit_of_plan` or `account_not_found` */
export async function limitUser(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors'>,
  by: ActingOperator,
  userId: string,
  limit: number | null,
): Promise<void> {
  if (hasPlans(ctx)) fail('limit_of_plan')
  await ctx.db.asAccounts(async (tx) => {
    const user = await userById(tx, userId)
    if (!user || user.deleted_at) fail('account_not_found')
    await recordOperatorEvent(tx, ctx, by, { action: 'account_managed', detail: `limited ${userId}` })
  })
  await setUserLimit(ctx, userId, limit)
}

/** Deletes the account and all its data, as its owner would. @throws AppError `own_account` or `account_not_found` */
export async function deleteUser(ctx: ManageContext, by: ActingOperator, userId: string): Promise<void> {
  if (userId === by?.user.userId) fail('own_account')
  const ended = await ctx.db.asAccounts(async (tx) => {
    await requireOperatorLeft(tx, ctx, by, null)
    const user = await lockUser(tx, userId)
    if (!user || user.deleted_at) fail('account_not_found')
    await recordOperatorEvent(tx, ctx, by, { action: 'account_managed', detail: `deleted ${userId}` })
    return deactivateAccount(tx, ctx, user)
  })
  ctx.access.evictSessions(ended)
}

/**
 * Removes all second steps of the sign-in, and the recovery codes with them, of a user who has lost them; ends all
 * sessions.
 * @returns how many there were
 * @throws AppError `account_not_found`
 */
export async function removeSecondSteps(
  ctx: ManageContext & Pick<Context, 'events'>,
  by: ActingOperator,
  userId: string,
): Promise<number> {
  const { factors, ended } = await ctx.db.asAccounts(async (tx) => {
    await requireOperatorLeft(tx, ctx, by, null)
    const user = await lockUser(tx, userId)
    if (!user || user.deleted_at) fail('account_not_found')
    const factors = await factorsOf(tx, userId)
    if (factors.length === 0) return { factors, ended: [] }
    await removeLostFactors(tx, ctx, { user, factors, call: null })
    await recordOperatorEvent(tx, ctx, by, { action: 'account_managed', detail: `removed second steps of ${userId}` })
    return { factors, ended: await endSessions(tx, { userId, scope: 'global' }) }
  })
  ctx.access.evictSessions(ended)
  for (const { id } of factors) ctx.events.factorRemoved({ userId, factorId: id })
  return factors.length
}

async function changeUser(
  ctx: ManageContext,
  by: ActingOperator,
  { userId, given }: { userId: string; given: ManagedAttributes },
  detail: string,
): Promise<void> {
  const ended = await ctx.db.asAccounts(async (tx) => {
    await requireOperatorLeft(tx, ctx, by, given.appMetadata?.['operator'] === null ? userId : null)
    const updated = await updateManagedUser(tx, ctx, { userId, given, call: null, detail })
    if (updated === 'unknown') fail('account_not_found')
    if (updated === 'address_taken') fail('account_exists')
    await recordOperatorEvent(tx, ctx, by, { action: 'account_managed', detail: `${detail}: ${userId}` })
    return updated.ended
  })
  ctx.access.evictSessions(ended)
}

/**
 * Of two operators who remove each other at once, the second one has lost the right: the first one stays, so that no
 * change of another account removes the last operator.
 * @param leaving who loses the right; null: no one who acts
 */
async function requireOperatorLeft(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  by: ActingOperator,
  leaving: string | null,
): Promise<void> {
  if (by === null) return
  const operators = await lockActiveOperators(tx, clock.now())
  if (!operators.has(by.user.userId)) fail('not_found')
  if (leaving !== null && operators.delete(leaving) && operators.size === 0) fail('last_operator')
}
