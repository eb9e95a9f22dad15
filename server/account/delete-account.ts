import { removeUser } from '../auth/user-rows/user-queries.ts'
import { closeBilling } from '../billing/close-customer.ts'
import { disconnectAllServices } from '../connections/disconnect-service.ts'
import type { Context, RemoteContext } from '../context.ts'
import { deleteJobs, findJobsOf } from '../jobs/queries.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { disconnectMailbox } from '../mail/providers/disconnect-mailbox.ts'
import { listMailboxes } from '../mail/mailboxes/mailbox-queries.ts'

/**
 * Removes all data of a user. Mailboxes go first, so that Microsoft ends its change notifications; then connections, so
 * that the services revoke our access; then billing, which a job ends at Stripe; then the user row, which cascades.
 * Safe to run again after an interruption.
 */
export async function deleteAccount(
  ctx: RemoteContext & Pick<Context, 'limits'>,
  { userId }: JobPayload<'delete-account'>,
): Promise<void> {
  const { mailboxes, jobIds } = await ctx.db.asService(async (tx) => ({
    mailboxes: await listMailboxes(tx, userId),
    jobIds: await findJobsOf(tx, userId),
  }))
  for (const { id } of mailboxes) await disconnectMailbox(ctx, { userId, mailboxId: id })
  await disconnectAllServices(ctx, userId)
  await closeBilling(ctx, userId)
  const removed = await ctx.db.asAccounts((tx) => removeUser(tx, userId))
  // The user's id is left in no job, this one included, and in no rate limit.
  const subjects = [userId, ...mailboxes.map(({ id }) => id)]
  await ctx.db.asService((tx) => deleteJobs(tx, { jobIds, subjects }))
  await ctx.limits.deleteUser(userId)
  if (removed) ctx.events.accountDeleted({ userId })
}
