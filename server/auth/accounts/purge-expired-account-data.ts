import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { findDeactivatedUsers } from '../user-rows/user-queries.ts'
import {
  maintainAuditLog,
  purgeStaleEmailChanges,
  purgeExpiredTokens,
  purgeExpiredSessions,
  purgeUnconfirmedUsers,
} from './purge-queries.ts'
import { idleSince } from '../sessions/session-limits.ts'

const unconfirmedUserRetentionMs = 30 * 24 * 60 * 60_000
const emailChangeRetentionMs = 24 * 60 * 60_000

/** Nightly job: deletes expired data and enqueues the deletion of accounts again where it was interrupted. */
export async function purgeExpiredAccountData(ctx: Pick<Context, 'clock' | 'config' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asAccounts(async (tx) => {
    await purgeExpiredTokens(tx, now)
    await purgeStaleEmailChanges(tx, addMs(now, -emailChangeRetentionMs))
    await purgeUnconfirmedUsers(tx, addMs(now, -unconfirmedUserRetentionMs))
    await purgeExpiredSessions(tx, { now, idleSince: idleSince(now) })
    await ctx.jobs.enqueueAll(tx, 'delete-account', await findDeactivatedUsers(tx))
  })
  // A transaction of its own: it waits for locks of the table, and fails where they are not free.
  await ctx.db.asAccounts((tx) => maintainAuditLog(tx, now, ctx.config.auditLogRetentionDays))
}
