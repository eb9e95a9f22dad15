import type { Context, RemoteContext } from '../context.ts'
import { DatabaseError } from '../db/database-error.ts'
import { tellPages } from '../db/live.ts'
import { fail } from '../errors.ts'
import { removeMailbox } from './queries.ts'
import { tokenPlace } from './tokens/sealed-pair.ts'

/**
 * Forgets a mailbox: tokens, folders, history, waiting mail, all by cascade and at once. Only then Microsoft is asked to end its
 * notifications; whether it answers changes nothing for the person, and what it still sends is for nobody.
 */
export async function disconnect(ctx: RemoteContext, at: { userId: string; mailboxId: string }): Promise<void> {
  const left = await remove(ctx, at)
  ctx.events.mailboxDisconnected(at)
  try {
    await endNotifications(ctx, at, left)
  } catch (error) {
    ctx.events.backgroundError({ part: 'disconnect', error })
  }
}

/**
 * PostgreSQL's word for "each waits for the other": somebody writes down what becomes of a mail of this mailbox, and waits for the mailbox
 * as we wait for the mail. Once we let go they come to their end, and it is our turn.
 */
const deadlock = '40P01'
const mostTries = 5

async function remove(
  ctx: Pick<Context, 'db'>,
  at: { userId: string; mailboxId: string },
  tries = 1,
): Promise<Removed> {
  try {
    return await ctx.db.asService(async (tx) => {
      const removed = (await removeMailbox(tx, at)) ?? fail('mailbox_not_found')
      await tellPages(tx, at.userId, { type: 'mailbox', mailboxId: at.mailboxId })
      return removed
    })
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === deadlock) || tries === mostTries) throw error
    return remove(ctx, at, tries + 1)
  }
}

type Removed = NonNullable<Awaited<ReturnType<typeof removeMailbox>>>

async function endNotifications(
  ctx: Pick<Context, 'clock' | 'vendors' | 'sealer'>,
  at: { userId: string; mailboxId: string },
  left: Removed,
): Promise<void> {
  const { microsoft } = ctx.vendors
  const { provider_subscription_id: id, access_token_sealed, refresh_token_sealed, expires_at } = left
  if (!microsoft || !id || !access_token_sealed || !refresh_token_sealed || !expires_at) return
  const token =
    expires_at > ctx.clock.now()
      ? ctx.sealer.open(tokenPlace(at, 'access'), access_token_sealed)
      : (await microsoft.entra.refresh(ctx.sealer.open(tokenPlace(at, 'refresh'), refresh_token_sealed))).accessToken
  await microsoft.graph.deleteSubscription(token, id)
}
