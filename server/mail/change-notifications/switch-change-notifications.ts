import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { asOutlookFailure } from '../outlook-failure.ts'
import {
  findMailboxOfSubscription,
  findSubscription,
  disableRealTime,
  enableRealTime,
  revertRealTime,
} from './subscription-queries.ts'
import { ensureSubscription } from './ensure-subscription.ts'

/** Switches real-time sorting on, and off again where Graph refuses the subscription. */
export async function switchOnChangeNotifications(ctx: Context, at: { userId: string; mailboxId: string }) {
  const isSwitched = await ctx.db.asService(async (tx) => {
    const mailbox = (await findSubscription(tx, at)) ?? fail('mailbox_not_found')
    if (mailbox.status === 'reauth_required') fail('mailbox_reauth_required')
    // Sets the starting point from which manual moves are detected.
    await ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: at.mailboxId })
    return enableRealTime(tx, at, ctx.clock.now())
  })
  try {
    const subscription = (await ensureSubscription(ctx, at.mailboxId, { verify: true })) ?? fail('mailbox_disconnected')
    if (isSwitched) ctx.events.changeNotificationsSwitched({ mailboxId: at.mailboxId, on: true })
    return subscription
  } catch (error) {
    if (isSwitched) await ctx.db.asService((tx) => revertRealTime(tx, at.mailboxId))
    throw asOutlookFailure(error)
  }
}

/** Switches real-time sorting off immediately, whether or not Graph responds: from now on nothing is recorded. */
export async function switchOffChangeNotifications(
  ctx: Context,
  at: { userId: string; subscriptionId: string },
): Promise<void> {
  const mailboxId = await ctx.db.asService(async (tx) => {
    const mailbox = (await findMailboxOfSubscription(tx, at)) ?? fail('subscription_not_found')
    await disableRealTime(tx, { mailboxId: mailbox, userId: at.userId })
    await publishLiveEvent(tx, at.userId, { type: 'mailbox', mailboxId: mailbox })
    return mailbox
  })
  ctx.events.changeNotificationsSwitched({ mailboxId, on: false })
  try {
    await ensureSubscription(ctx, mailboxId)
  } catch {
    // The job deletes the subscription at Graph later; until then its notifications are dropped.
    await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'ensure-subscription', { mailboxId }))
  }
}

/** Empty where real-time sorting is off, or while a lost subscription is being replaced. */
export async function findLiveSubscriptions(
  ctx: Pick<Context, 'clock' | 'db'>,
  at: { userId: string; mailboxId: string },
) {
  const mailbox = (await ctx.db.asService((tx) => findSubscription(tx, at))) ?? fail('mailbox_not_found')
  const { subscription, real_time } = mailbox
  const isLive = subscription && real_time && subscription.expires_at > ctx.clock.now()
  return isLive ? [{ id: subscription.provider_subscription_id, expiresAt: subscription.expires_at }] : []
}
