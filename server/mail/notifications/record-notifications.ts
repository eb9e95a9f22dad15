import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hashSecret } from '../../sealed.ts'
import { recordEventsOfMany } from '../inbox.ts'
import { createBatcher } from './batch.ts'
import type { Notification } from './payload.ts'
import { forgetSubscription, makeRenewalDue, recipientsOf, type Recipient } from './queries.ts'

/** A batch belongs to the process that received the posts; held by the context, so that two servers in one process stay apart. */
const batchers = new WeakMap<Context, (items: Notification[]) => Promise<void>>()

/** Ends when the notifications of one post are committed, or have been found not to be for us. */
export function recordNotifications(ctx: Context, items: Notification[]): Promise<void> {
  const known = batchers.get(ctx)
  const record = known ?? createBatcher<Notification[]>((posts) => writeTwice(ctx, posts.flat()))
  if (!known) batchers.set(ctx, record)
  return record(items)
}

/** Once more where it fails: a mailbox that is disconnected at this very moment must not cost the others their notifications. */
async function writeTwice(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  items: Notification[],
): Promise<void> {
  try {
    await write(ctx, items)
  } catch {
    await write(ctx, items)
  }
}

async function write(ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>, items: Notification[]): Promise<void> {
  const accepted = await ctx.db.asService(async (tx) => {
    const ids = [...new Set(items.map(({ subscriptionId }) => subscriptionId))]
    const recipients = new Map((await recipientsOf(tx, ids)).map((recipient) => [recipient.subscriptionId, recipient]))
    const genuine = items.flatMap((item) => {
      const recipient = recipients.get(item.subscriptionId)
      return recipient && isGenuine(item, recipient) ? [{ item, recipient }] : []
    })
    const messages = genuine.flatMap(({ item, recipient: { mailboxId } }) =>
      item.kind === 'message' ? [{ mailboxId, messageId: item.messageId }] : [],
    )
    await recordEventsOfMany(ctx, tx, messages, 'notification')
    for (const { item, recipient } of genuine) {
      if (item.kind === 'lifecycle') await onLifecycleEvent(ctx, tx, recipient, item.event)
    }
    return genuine.length
  })
  ctx.events.notificationsReceived({ accepted, refused: items.length - accepted })
}

/** The only proof of origin that these posts carry, so it is compared in constant time. */
function isGenuine(item: Notification, { clientStateHash }: Recipient): boolean {
  return timingSafeEqual(hashSecret(item.clientState), clientStateHash)
}

/** Whatever happened to the subscription, mail may have been missed meanwhile: look (facts: lifecycle notifications). */
async function onLifecycleEvent(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  recipient: Recipient,
  event: string,
): Promise<void> {
  const { mailboxId, subscriptionId } = recipient
  if (event === 'reauthorizationRequired') await makeRenewalDue(tx, mailboxId)
  else if (event === 'subscriptionRemoved') await forgetSubscription(tx, subscriptionId)
  else if (event !== 'missed') return
  if (event !== 'missed') await ctx.jobs.enqueue(tx, 'tend-subscription', { mailboxId })
  await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId })
}
