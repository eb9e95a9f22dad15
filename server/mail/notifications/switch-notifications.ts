import type { Context } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { fail } from '../../errors.ts'
import { asOutlookFailure } from '../outlook-failure.ts'
import { mailboxOfSubscription, subscriptionOf, switchOff, switchOn, undoSwitchOn } from './queries.ts'
import { tendSubscription } from './tend-subscription.ts'

/** Real-time on. Where Microsoft refuses, the switch goes back to where it was: a page must not show what is not so. */
export async function subscribe(ctx: Context, at: { userId: string; mailboxId: string }) {
  const switched = await ctx.db.asService(async (tx) => {
    const mailbox = (await subscriptionOf(tx, at)) ?? fail('mailbox_not_found')
    if (mailbox.status === 'reauth_required') fail('mailbox_reauth_required')
    // From now on what is moved by hand is seen.
    await ctx.jobs.enqueue(tx, 'watch-folders', { mailboxId: at.mailboxId })
    return switchOn(tx, at, ctx.clock.now())
  })
  try {
    const subscription = (await tendSubscription(ctx, at.mailboxId, { verify: true })) ?? fail('mailbox_disconnected')
    if (switched) ctx.events.notificationsSwitched({ mailboxId: at.mailboxId, on: true })
    return subscription
  } catch (error) {
    if (switched) await ctx.db.asService((tx) => undoSwitchOn(tx, at.mailboxId))
    throw asOutlookFailure(error)
  }
}

/** Real-time off, at once and whatever Microsoft says: from now on nothing is recorded. */
export async function unsubscribe(ctx: Context, at: { userId: string; subscriptionId: string }): Promise<void> {
  const mailboxId = await ctx.db.asService(async (tx) => {
    const mailbox = (await mailboxOfSubscription(tx, at)) ?? fail('subscription_not_found')
    await switchOff(tx, { mailboxId: mailbox, userId: at.userId })
    await tellPages(tx, at.userId, { type: 'mailbox', mailboxId: mailbox })
    return mailbox
  })
  ctx.events.notificationsSwitched({ mailboxId, on: false })
  try {
    await tendSubscription(ctx, mailboxId)
  } catch {
    // What is left at Microsoft is removed as soon as it answers; until then its notifications are dropped.
    await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'tend-subscription', { mailboxId }))
  }
}

/** What is live now: empty where the switch is off, or where the subscription has just been lost and is being made again. */
export async function liveSubscriptions(ctx: Pick<Context, 'clock' | 'db'>, at: { userId: string; mailboxId: string }) {
  const mailbox = (await ctx.db.asService((tx) => subscriptionOf(tx, at))) ?? fail('mailbox_not_found')
  const { subscription, real_time } = mailbox
  const isLive = subscription && real_time && subscription.expires_at > ctx.clock.now()
  return isLive ? [{ id: subscription.provider_subscription_id, expiresAt: subscription.expires_at }] : []
}
