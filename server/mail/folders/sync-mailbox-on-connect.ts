import { setTimeout as delay } from 'node:timers/promises'
import type { RemoteContext } from '../../context.ts'
import { syncMailbox } from './sync-mailbox.ts'

/** How long the callback of a new mailbox waits for its folders. */
const folderSyncOnConnectTimeoutMs = 6000

/** Reads the folders before the browser returns to the page. If that takes too long or fails, a job reads them. */
export async function syncMailboxOnConnect(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const timeout = new AbortController()
  try {
    const synced = syncMailbox(ctx, mailboxId).then(
      () => true,
      () => false,
    )
    const expired = delay(folderSyncOnConnectTimeoutMs, false, { signal: timeout.signal, ref: false })
    if (await Promise.race([synced, expired.catch(() => false)])) return
  } finally {
    timeout.abort()
  }
  await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId }))
}
