import { removeUser } from '../auth/queries.ts'
import { endBilling } from '../billing/end-customer.ts'
import { disconnectAll } from '../connections/disconnect.ts'
import type { RemoteContext } from '../context.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { disconnect } from '../mail/disconnect.ts'
import { statusOfMailboxes } from '../mail/queries.ts'

/**
 * Removes everything of a person: first their mailboxes, so that Microsoft stops to tell of their mail, and their connections, so that the
 * services end our access; then what they pay for, which a job ends at Stripe for as long as it takes; then the account, and with it every row that is theirs. May run again where it was interrupted.
 */
export async function removeAccount(ctx: RemoteContext, { userId }: JobPayload<'delete-account'>): Promise<void> {
  const mailboxes = await ctx.db.asService((tx) => statusOfMailboxes(tx, userId))
  for (const { id } of mailboxes) await disconnect(ctx, { userId, mailboxId: id })
  await disconnectAll(ctx, userId)
  await endBilling(ctx, userId)
  const removed = await ctx.db.asAccounts((tx) => removeUser(tx, userId))
  if (removed) ctx.events.accountDeleted({ userId })
}
