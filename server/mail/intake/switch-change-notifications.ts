import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { asMailboxFailure } from '../access/mailbox-failure.ts'
import {
  findMailboxOfSubscription,
  findSubscription,
  disableRealTime,
  enableRealTime,
  revertRealTime,
} from '../mailboxes/subscription-queries.ts'
import { providerOfMailbox } from '../providers/mail-providers.ts'

/**
 * Switches real-time sorting on, and off again where the mailbox refuses to announce new email. A server that it
 * cannot reach is no reason: the mailbox is then polled.
 * @returns null where it is polled
 */
export async function switchOnChangeNotifications(ctx: Context, at: { userId: string; mailboxId: string }) {
  const switched = await ctx.db.asService(async (tx) => {
    const mailbox = (await findSubscription(tx, at)) ?? fail('mailbox_not_found')
    if (mailbox.status === 'reauth_required') fail('mailbox_reauth_required')
    // Sets the starting point from which manual moves are detected.
    await ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: at.mailboxId })
    return enableRealTime(tx, at, ctx.clock.now())
  })
  try {
    const subscription = await subscribeOrPoll(ctx, at.mailboxId)
    if (switched) ctx.events.changeNotificationsSwitched({ mailboxId: at.mailboxId, on: true })
    return subscription
  } catch (error) {
    if (switched) await ctx.db.asService((tx) => revertRealTime(tx, at.mailboxId, switched.leftOver))
    throw asMailboxFailure(error)
  }
}

async function subscribeOrPoll(ctx: Context, mailboxId: string) {
  if (ctx.config.notifications === 'poll') {
    await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'catch-up', { mailboxId }))
    return null
  }
  const provider = await providerOfMailbox(ctx, mailboxId)
  const watch = (await provider.watch(ctx, mailboxId, { verify: true })) ?? fail('mailbox_disconnected')
  if (watch !== 'unreachable') return watch
  await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'ensure-subscription', { mailboxId }))
  return null
}

/**
 * Switches real-time sorting off immediately, whether or not the provider responds: from now on nothing is recorded.
 */
export async function switchOffChangeNotifications(
  ctx: Context,
  at: { userId: string; mailboxId?: string | undefined; subscriptionId?: string | undefined },
): Promise<void> {
  const mailboxId = await ctx.db.asService(async (tx) => {
    const mailbox = await findMailboxToSwitchOff(tx, at)
    await disableRealTime(tx, { mailboxId: mailbox, userId: at.userId })
    await publishLiveEvent(tx, at.userId, { type: 'mailbox', mailboxId: mailbox })
    return mailbox
  })
  ctx.events.changeNotificationsSwitched({ mailboxId, on: false })
  try {
    await (await providerOfMailbox(ctx, mailboxId)).watch(ctx, mailboxId)
  } catch {
    // The job ends it at the provider later; until then its notifications are dropped.
    await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'ensure-subscription', { mailboxId }))
  }
}

async function findMailboxToSwitchOff(
  tx: Tx,
  { userId, mailboxId, subscriptionId = '' }: Parameters<typeof switchOffChangeNotifications>[1],
): Promise<string> {
  if (mailboxId === undefined)
    return (await findMailboxOfSubscription(tx, { userId, subscriptionId })) ?? fail('subscription_not_found')
  return (await findSubscription(tx, { mailboxId, userId })) ? mailboxId : fail('mailbox_not_found')
}

/** Without a subscription where real-time sorting is off, or where the mailbox is polled. */
export async function findLiveSubscriptions(
  ctx: Pick<Context, 'clock' | 'db'>,
  at: { userId: string; mailboxId: string },
) {
  const mailbox = (await ctx.db.asService((tx) => findSubscription(tx, at))) ?? fail('mailbox_not_found')
  const { subscription, real_time } = mailbox
  const isLive = subscription && real_time && subscription.expires_at > ctx.clock.now()
  return {
    subscriptions: isLive ? [{ id: subscription.provider_subscription_id, expiresAt: subscription.expires_at }] : [],
    isPolled: real_time && !isLive,
  }
}
