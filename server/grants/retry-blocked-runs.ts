import type { Context } from '../context.ts'
import { countUnblockedRuns } from '../shared/blocked-runs.ts'
import type { Tx } from '../db/database.ts'
import { createNotification, resolveNotification } from '../shared/notifications.ts'
import type { Provider } from '../../contract/providers.ts'

/**
 * Retries the actions that failed because this account could not be used, and tells the user how many. Call it in the
 * transaction that stores the sign-in, after its row.
 */
export async function retryBlockedRuns(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  { userId, ...account }: { userId: string } & ({ provider: Provider } | { mailboxId: string }),
): Promise<void> {
  const isService = 'provider' in account
  const key = isService ? account.provider : account.mailboxId
  const notification = { userId, kind: 'actions_retried', key } as const
  const count = await countUnblockedRuns(tx, {
    userId,
    account: isService ? account.provider : 'mailbox',
    mailboxId: isService ? null : account.mailboxId,
  })
  if (count === 0) return resolveNotification(tx, notification)
  await createNotification(tx, { ...notification, ...account, count, now: ctx.clock.now() })
  await ctx.jobs.enqueue(tx, 'retry-unblocked-runs', { userId })
}
