import type { Context } from '../context.ts'
import { tellPages } from '../db/live.ts'
import { fail } from '../errors.ts'
import { removeMailbox } from './queries.ts'
import { tokenPlace } from './tokens/sealed-pair.ts'

/**
 * Forgets a mailbox: tokens, folders, history, waiting mail, all by cascade and at once. Only then Microsoft is asked to end its
 * notifications; whether it answers changes nothing for the person, and what it still sends is for nobody.
 */
export async function disconnect(ctx: Context, at: { userId: string; mailboxId: string }): Promise<void> {
  const left = await ctx.db.asService(async (tx) => {
    const removed = (await removeMailbox(tx, at)) ?? fail('mailbox_not_found')
    await tellPages(tx, at.userId, { type: 'mailbox', mailboxId: at.mailboxId })
    return removed
  })
  ctx.events.mailboxDisconnected(at)
  try {
    await endNotifications(ctx, at, left)
  } catch (error) {
    ctx.events.backgroundError({ part: 'disconnect', error })
  }
}

type Removed = NonNullable<Awaited<ReturnType<typeof removeMailbox>>>

async function endNotifications(ctx: Context, at: { userId: string; mailboxId: string }, left: Removed): Promise<void> {
  const { microsoft } = ctx.vendors
  const { provider_subscription_id: id, access_token_sealed, refresh_token_sealed, expires_at } = left
  if (!microsoft || !id || !access_token_sealed || !refresh_token_sealed || !expires_at) return
  const token =
    expires_at > ctx.clock.now()
      ? ctx.sealer.open(tokenPlace(at, 'access'), access_token_sealed)
      : (await microsoft.entra.refresh(ctx.sealer.open(tokenPlace(at, 'refresh'), refresh_token_sealed))).accessToken
  await microsoft.graph.deleteSubscription(token, id)
}
