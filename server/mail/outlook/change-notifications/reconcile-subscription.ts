import { addMs } from '../../../clock.ts'
import type { Context, RemoteContext } from '../../../context.ts'
import { publishLiveEvent } from '../../../db/live-events.ts'
import { subscriptionRenewalMs } from '../../limits.ts'
import { hashSecret, randomSecret } from '../../../sealed.ts'
import { isConflict, isConflictingSubscription } from '../../../vendors/graph/graph-subscriptions.ts'
import { requireMicrosoft } from '../microsoft-clients.ts'
import { withOutlook } from '../open-outlook.ts'
import { webhookPath } from './mail-webhook.ts'
import {
  deleteSubscription,
  saveSubscription,
  saveRenewal,
  findSubscription,
  type StoredSubscription,
} from '../../mailboxes/subscription-queries.ts'

/** Below the maximum of every subscription type; what Graph grants is stored. */
export const subscriptionLifetimeMs = 4200 * 60_000
/** Subscriptions that other nodes create for the same mailbox at the same time. */
const subscriptionMaxConflicts = 5

/** Due after a day, or after half of the subscription's lifetime. */
function isRenewalDue({ expires_at, renewed_at }: StoredSubscription, now: Date): boolean {
  const age = now.getTime() - renewed_at.getTime()
  return age >= subscriptionRenewalMs || age * 2 >= expires_at.getTime() - renewed_at.getTime()
}

/**
 * Creates, renews or deletes the subscription at Graph so that it matches the mailbox's real-time setting. Runs once at
 * a time per mailbox in this process; between nodes the row decides (see `saveSubscription`).
 * @param verify renews it in any case: only Graph knows whether the subscription still exists
 * @returns the live subscription; null where real-time sorting is off or mailboxes are polled
 * @throws MailboxAccessError or VendorError
 */
export function reconcileSubscription(
  ctx: Context,
  mailboxId: string,
  { verify = false } = {},
): Promise<{ id: string; expiresAt: Date } | null> {
  return requireMicrosoft(ctx).limiter.run(`subscription/${mailboxId}`, 1, async () => {
    const mailbox = await ctx.db.asService((tx) => findSubscription(tx, { mailboxId }))
    if (!mailbox) return null
    const { subscription: stored } = mailbox
    if (!mailbox.real_time || ctx.config.notifications === 'poll') {
      if (stored) await remove(ctx, mailboxId, stored)
      return null
    }
    const now = ctx.clock.now()
    if (!stored || stored.expires_at <= now) return create(ctx, mailboxId, stored)
    if (verify || isRenewalDue(stored, now)) return renew(ctx, mailboxId, stored)
    return liveSubscription(stored)
  })
}

const liveSubscription = ({ provider_subscription_id: id, expires_at: expiresAt }: StoredSubscription) => ({
  id,
  expiresAt,
})

async function renew(ctx: Context, mailboxId: string, stored: StoredSubscription) {
  const id = stored.provider_subscription_id
  const now = ctx.clock.now()
  const renewed = await withOutlook(ctx, mailboxId, ({ subscriptions }) =>
    subscriptions.renew(id, addMs(now, subscriptionLifetimeMs)),
  )
  if (renewed === 'not-there') return create(ctx, mailboxId, stored)
  await ctx.db.asService((tx) => saveRenewal(tx, id, renewed.expiresAt, now))
  return { id, expiresAt: renewed.expiresAt }
}

/**
 * Change notifications that arrive before the row is committed are dropped as unknown. The catch-up finds their
 * messages, and those that arrived without a subscription.
 */
async function create(ctx: Context, mailboxId: string, expired: StoredSubscription | null) {
  if (expired) await ctx.db.asService((tx) => deleteSubscription(tx, expired.provider_subscription_id))
  const clientState = randomSecret()
  const now = ctx.clock.now()
  const subscribed = await subscribe(ctx, mailboxId, clientState, addMs(now, subscriptionLifetimeMs))
  if ('stored' in subscribed) return liveSubscription(subscribed.stored)
  const { created, deleted } = subscribed
  const isSaved = await ctx.db.asService(async (tx) => {
    const row = { id: created.id, clientStateHash: hashSecret(clientState), expiresAt: created.expiresAt, now }
    if (!(await saveSubscription(tx, mailboxId, row, deleted))) return false
    await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId })
    const mailbox = await findSubscription(tx, { mailboxId })
    if (mailbox) await publishLiveEvent(tx, mailbox.user_id, { type: 'mailbox', mailboxId })
    return true
  })
  if (isSaved) return { id: created.id, expiresAt: created.expiresAt }
  // Switched off, disconnected, or created by another node meanwhile.
  await withOutlook(ctx, mailboxId, ({ subscriptions }) => subscriptions.delete(created.id))
  const mailbox = await ctx.db.asService((tx) => findSubscription(tx, { mailboxId }))
  const other = mailbox?.real_time ? mailbox.subscription : null
  return other && liveSubscription(other)
}

/**
 * Graph allows one such subscription per mailbox. An existing one without a row cannot be adopted, because Graph never
 * returns its `clientState`: it is deleted. One with a row was created by another node meanwhile.
 * @returns the new subscription, and the ids of deleted ones; or the one of the other node
 */
async function subscribe(ctx: Context, mailboxId: string, clientState: string, expiresAt: Date) {
  const request = { notificationUrl: `${ctx.config.publicUrl}${webhookPath}`, clientState, expiresAt }
  const deleted: string[] = []
  for (let conflicts = 0; ; conflicts++) {
    try {
      return {
        created: await withOutlook(ctx, mailboxId, ({ subscriptions }) => subscriptions.create(request)),
        deleted,
      }
    } catch (error) {
      if (!isConflict(error) || conflicts === subscriptionMaxConflicts) throw error
    }
    const conflicting = await conflictingIds(ctx, mailboxId)
    const stored = (await ctx.db.asService((tx) => findSubscription(tx, { mailboxId })))?.subscription
    if (stored && conflicting.includes(stored.provider_subscription_id)) return { stored }
    await withOutlook(ctx, mailboxId, async ({ subscriptions }) => {
      for (const id of conflicting) await subscriptions.delete(id)
    })
    deleted.push(...conflicting)
  }
}

async function conflictingIds(ctx: RemoteContext, mailboxId: string): Promise<string[]> {
  const existing = await withOutlook(ctx, mailboxId, ({ subscriptions }) => subscriptions.list())
  return existing.filter(isConflictingSubscription).map(({ id }) => id)
}

async function remove(
  ctx: RemoteContext,
  mailboxId: string,
  { provider_subscription_id: id, expires_at }: StoredSubscription,
) {
  if (expires_at > ctx.clock.now()) await withOutlook(ctx, mailboxId, ({ subscriptions }) => subscriptions.delete(id))
  await ctx.db.asService((tx) => deleteSubscription(tx, id))
}
