import { removeUser } from '../auth/queries.ts'
import { closeBilling } from '../billing/close-customer.ts'
import { disconnectAllServices } from '../connections/disconnect-service.ts'
import type { RemoteContext } from '../context.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { disconnectMailbox } from '../mail/disconnect-mailbox.ts'
import { listMailboxes } from '../mail/queries.ts'

/**
 * Removes all data of a user. Mailboxes go first, so that Microsoft ends its change notifications; then connections, so
 * that the services revoke our access; then billing, which a job ends at Stripe; then the user row, which cascades.
 * Safe to run again after an interruption.
 */
export async function purgeAccount(ctx: RemoteContext, { userId }: JobPayload<'delete-account'>): Promise<void> {
  const mailboxes = await ctx.db.asService((tx) => listMailboxes(tx, userId))
  for (const { id } of mailboxes) await disconnectMailbox(ctx, { userId, mailboxId: id })
  await disconnectAllServices(ctx, userId)
  await closeBilling(ctx, userId)
  const removed = await ctx.db.asAccounts((tx) => removeUser(tx, userId))
  if (removed) ctx.events.accountDeleted({ userId })
}
