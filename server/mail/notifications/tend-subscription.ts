import { days, later, minutes } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { GraphSubscription } from '../../vendors/graph.ts'
import { isOfOurKind } from '../../vendors/graph-subscriptions.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { microsoftOf, withMailbox } from '../access-token.ts'
import { webhookPath } from './mail-webhook.ts'
import {
  forgetSubscription,
  keepSubscription,
  noteRenewed,
  subscriptionOf,
  type StoredSubscription,
} from './queries.ts'

/** Below every maximum that Microsoft's documents name (decision 10); what it grants is what counts. */
const lifeMs = minutes(4200)
const renewAfterMs = days(1)

/** Due after a day, and in any case before half of its life is over (invariant I18). */
export function isRenewalDue({ expires_at, renewed_at }: StoredSubscription, now: Date): boolean {
  const age = now.getTime() - renewed_at.getTime()
  return age >= renewAfterMs || age * 2 >= expires_at.getTime() - renewed_at.getTime()
}

/**
 * Makes, renews or removes the subscription at Microsoft so that it fits the mailbox's switch. In this process one at a time a mailbox;
 * between nodes the row decides (see `keepSubscription`).
 * @param verify renew it in any case: a person waits for the truth, and only Microsoft knows whether it still lives
 * @returns the live subscription; null where there shall be none
 * @throws MailboxProblem or VendorError
 */
export function tendSubscription(
  ctx: Context,
  mailboxId: string,
  { verify = false } = {},
): Promise<{ id: string; expiresAt: Date } | null> {
  return microsoftOf(ctx).turns.take(`subscription/${mailboxId}`, 1, async () => {
    const mailbox = await ctx.db.asService((tx) => subscriptionOf(tx, { mailboxId }))
    if (!mailbox) return null
    const { subscription: stored } = mailbox
    if (!mailbox.real_time) {
      if (stored) await remove(ctx, mailboxId, stored)
      return null
    }
    const now = ctx.clock.now()
    if (!stored || stored.expires_at <= now) return create(ctx, mailboxId, stored)
    if (verify || isRenewalDue(stored, now)) return renew(ctx, mailboxId, stored)
    return { id: stored.provider_subscription_id, expiresAt: stored.expires_at }
  })
}

async function renew(ctx: Context, mailboxId: string, stored: StoredSubscription) {
  const id = stored.provider_subscription_id
  const now = ctx.clock.now()
  try {
    const renewed = await withMailbox(ctx, mailboxId, (graph, token) =>
      graph.renewSubscription(token, id, later(now, lifeMs)),
    )
    await ctx.db.asService((tx) => noteRenewed(tx, id, renewed.expiresAt, now))
    return { id, expiresAt: renewed.expiresAt }
  } catch (error) {
    if (isGone(error)) return create(ctx, mailboxId, stored)
    throw error
  }
}

/**
 * Notifications that arrive before the row is there are dropped as unknown, so a catch-up follows: it finds what they told, and what
 * came while there was no subscription.
 */
async function create(ctx: Context, mailboxId: string, gone: StoredSubscription | null) {
  if (gone) await ctx.db.asService((tx) => forgetSubscription(tx, gone.provider_subscription_id))
  const clientState = randomSecret()
  const now = ctx.clock.now()
  const { made, deleted } = await subscribe(ctx, mailboxId, clientState, later(now, lifeMs))
  const kept = await ctx.db.asService(async (tx) => {
    const row = { id: made.id, clientStateHash: hashSecret(clientState), expiresAt: made.expiresAt, now }
    if (!(await keepSubscription(tx, mailboxId, row, deleted))) return false
    await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId })
    const mailbox = await subscriptionOf(tx, { mailboxId })
    if (mailbox) await tellPages(tx, mailbox.user_id, { type: 'mailbox', mailboxId })
    return true
  })
  if (kept) return { id: made.id, expiresAt: made.expiresAt }
  // Switched off, disconnected, or made by another node in the meantime.
  await withMailbox(ctx, mailboxId, (graph, token) => ignoreGone(graph.deleteSubscription(token, made.id)))
  const mailbox = await ctx.db.asService((tx) => subscriptionOf(tx, { mailboxId }))
  const other = mailbox?.real_time ? mailbox.subscription : null
  return other && { id: other.provider_subscription_id, expiresAt: other.expires_at }
}

/** Graph allows one of a kind a mailbox. One that is in the way cannot be adopted: its clientState is shown to nobody. */
async function subscribe(ctx: Context, mailboxId: string, clientState: string, expiresAt: Date) {
  const wish = { notificationUrl: `${ctx.config.publicUrl}${webhookPath}`, clientState, expiresAt }
  const post = (): Promise<GraphSubscription> =>
    withMailbox(ctx, mailboxId, (graph, token) => graph.createSubscription(token, wish))
  try {
    return { made: await post(), deleted: [] }
  } catch (error) {
    if (!(error instanceof VendorError && error.status === 409)) throw error
    const deleted = await withMailbox(ctx, mailboxId, async (graph, token) => {
      const inTheWay = (await graph.listSubscriptions(token)).filter(isOfOurKind)
      for (const { id } of inTheWay) await ignoreGone(graph.deleteSubscription(token, id))
      return inTheWay.map(({ id }) => id)
    })
    return { made: await post(), deleted }
  }
}

async function remove(
  ctx: RemoteContext,
  mailboxId: string,
  { provider_subscription_id: id, expires_at }: StoredSubscription,
) {
  if (expires_at > ctx.clock.now()) {
    await withMailbox(ctx, mailboxId, (graph, token) => ignoreGone(graph.deleteSubscription(token, id)))
  }
  await ctx.db.asService((tx) => forgetSubscription(tx, id))
}

async function ignoreGone(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!isGone(error)) throw error
  }
}
