import type { Context, RemoteContext } from '../../context.ts'
import { DatabaseError } from '../../db/database-error.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { openToken } from '../../grants/sealed-tokens.ts'
import { deleteMailbox } from '../mailboxes/mailbox-queries.ts'
import { mailboxTokenSealContext } from './tokens/token-queries.ts'

/** Attempts to delete a mailbox that deadlocks with the sorting of a message. */
const disconnectMaxAttempts = 5

/**
 * Deletes a mailbox with its tokens, folders, processing log and waiting messages in one transaction, and then the
 * subscription at Graph. If Graph fails, the mailbox stays disconnected and later change notifications are dropped.
 */
export async function disconnectMailbox(ctx: RemoteContext, at: { userId: string; mailboxId: string }): Promise<void> {
  const deleted = await deleteWithRetry(ctx, at)
  ctx.events.mailboxDisconnected(at)
  try {
    await endSubscription(ctx, at, deleted)
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

type DeletedMailbox = NonNullable<Awaited<ReturnType<typeof deleteMailbox>>>

async function endSubscription(
  ctx: Pick<Context, 'clock' | 'vendors' | 'sealer'>,
  at: { userId: string; mailboxId: string },
  deleted: DeletedMailbox,
): Promise<void> {
  const { microsoft } = ctx.vendors
  const { provider_subscription_id: id, access_token_sealed, refresh_token_sealed, expires_at } = deleted
  if (!microsoft || !id || !access_token_sealed || !refresh_token_sealed || !expires_at) return
  const place = mailboxTokenSealContext(at)
  const token =
    expires_at > ctx.clock.now()
      ? openToken(ctx, place, 'access', { access_token_sealed })
      : (await microsoft.entra.refresh(openToken(ctx, place, 'refresh', { refresh_token_sealed }))).accessToken
  await microsoft.graph.forMailbox(token, null).subscriptions.delete(id)
}
