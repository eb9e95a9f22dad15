import type { Context } from '../../context.ts'
import { imapAccess, imapAccount } from './open-imap.ts'
import { takeBaseline } from './read-messages.ts'
import { isWatchWanted } from './watch-queries.ts'

/** What is in the inbox now is not new. A worker waits for what follows; beside it, the mailbox is polled. */
export async function beginToWatch(ctx: Context, mailboxId: string): Promise<null | 'unreachable'> {
  if (!(await ctx.db.asService((tx) => isWatchWanted(tx, mailboxId)))) return null
  const { access } = await imapAccess(ctx, mailboxId)
  await access.run((session) => takeBaseline(access, session))
  return 'unreachable'
}

/**
 * Waits for new email of a mailbox on this node, unless another one does. What it misses, and where the server has no
 * IDLE, polling finds.
 */
export async function watchImap(ctx: Context, mailboxId: string): Promise<void> {
  const isWanted = () => ctx.db.asService((tx) => isWatchWanted(tx, mailboxId))
  if (!(await isWanted())) return
  const { row, signIn } = await imapAccount(ctx, mailboxId)
  await ctx.vendors.imap.watch(
    { mailboxId, account: async () => ({ ...row.imap, ...signIn }) },
    { isWanted, onNews: () => ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'catch-up', { mailboxId })) },
  )
}
