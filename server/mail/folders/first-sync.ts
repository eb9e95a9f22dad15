import { setTimeout as delay } from 'node:timers/promises'
import type { RemoteContext } from '../../context.ts'
import { syncFolders } from './sync-folders.ts'

/** A person waits for the page meanwhile. */
const patienceMs = 6000

/** Right after connecting: the page should show the folders when it comes back. What takes longer, or fails, goes on as a job. */
export async function showFoldersSoon(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const giveUp = new AbortController()
  try {
    const synced = syncFolders(ctx, mailboxId).then(
      () => true,
      () => false,
    )
    const late = delay(patienceMs, false, { signal: giveUp.signal, ref: false })
    if (await Promise.race([synced, late.catch(() => false)])) return
  } finally {
    giveUp.abort()
  }
  await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId }))
}
