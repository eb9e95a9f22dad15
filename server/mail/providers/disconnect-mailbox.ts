import type { Context, RemoteContext } from '../../context.ts'
import { DatabaseError } from '../../db/database-error.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { deleteMailbox, type DeletedMailbox } from '../mailboxes/mailbox-queries.ts'
import { providerOf } from './mail-providers.ts'

/** Attempts to delete a mailbox that deadlocks with the sorting of a message. */
const disconnectMaxAttempts = 5

/**
 * Deletes a mailbox with its tokens, folders, processing log and waiting messages in one transaction, and then what
 * the provider keeps for it. If that fails, the mailbox stays disconnected, and what it announces later is dropped.
 */
export async function disconnectMailbox(ctx: RemoteContext, at: { userId: string; mailboxId: string }): Promise<void> {
  const deleted = await deleteWithRetry(ctx, at)
  ctx.events.mailboxDisconnected(at)
  try {
    await providerOf(deleted.kind).release(ctx, deleted)
  } catch (error) {
    ctx.events.backgroundError({ part: 'disconnect', error })
  }
}

/**
 * PostgreSQL error code `deadlock_detected`: a worker is recording a message of this mailbox. It finishes before the
 * next attempt.
 */
const deadlockDetected = '40P01'

async function deleteWithRetry(
  ctx: Pick<Context, 'db'>,
  at: { userId: string; mailboxId: string },
  attempt = 1,
): Promise<DeletedMailbox> {
  try {
    return await ctx.db.asService(async (tx) => {
      const deleted = (await deleteMailbox(tx, at)) ?? fail('mailbox_not_found')
      await publishLiveEvent(tx, at.userId, { type: 'mailbox', mailboxId: at.mailboxId })
      return deleted
    })
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === deadlockDetected) || attempt === disconnectMaxAttempts)
      throw error
    return deleteWithRetry(ctx, at, attempt + 1)
  }
}
