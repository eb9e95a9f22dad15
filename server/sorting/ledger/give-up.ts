import type { RemoteContext } from '../../context.ts'
import { endMessage } from './end-message.ts'
import { folderById } from './folder-queries.ts'
import type { InboxEvent } from './inbox-queries.ts'
import type { Ending, LedgerRow } from './ledger-queries.ts'
import { readMessage } from './read-message.ts'
import type { Work } from './work.ts'

/** A mail that failed this often is left where it is, so that the rest can go on (invariant I14). */
export const mostAttempts = 8
/** From here on not even a look is risked: reading it may be what kills the worker. */
const mostLooks = 2 * mostAttempts

/**
 * Ends a mail that has failed too often. Where its folder had been decided an attempt may have broken off after the move, so one look
 * tells what is true before the history says it (invariant I23).
 */
export async function giveUp(
  ctx: RemoteContext,
  work: Work,
  event: InboxEvent,
  known: LedgerRow | null,
): Promise<void> {
  const { messageId } = event
  const moved =
    known?.targetFolderId && event.attempts <= mostLooks ? await isIn(ctx, work, event, known.targetFolderId) : false
  const ending: Ending = moved
    ? { status: 'processed', reason: 'sorted', by: known?.decidedBy ?? null, movedAt: ctx.clock.now() }
    : { status: 'failed', reason: 'poison' }
  await endMessage(
    ctx,
    work,
    { messageId, logId: known?.id ?? null, message: null, backfillId: event.backfillId },
    ending,
  )
}

async function isIn(ctx: RemoteContext, work: Work, event: InboxEvent, folderId: string): Promise<boolean> {
  const folder = await ctx.db.asService((tx) => folderById(tx, work.mailbox.id, folderId))
  const message = await readMessage(ctx, work.mailbox.id, event)
  return message !== null && message.parentFolderId === folder?.provider_folder_id
}
