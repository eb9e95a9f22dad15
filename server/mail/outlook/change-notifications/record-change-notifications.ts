import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { hashSecret } from '../../../sealed.ts'
import { recordInboxEventsOfMany } from '../../inbox-events/record-inbox-events.ts'
import { warnOfRefused } from './warn-of-refused.ts'
import { createWriteBatcher } from './write-batcher.ts'
import type { ChangeNotification } from './parse-change-notifications.ts'
import {
  deleteSubscription,
  findNotifiedMailboxes,
  type NotifiedMailbox,
} from '../../mailboxes/subscription-queries.ts'
import { verifySubscription } from '../../mailboxes/verify-subscription.ts'

/** One batcher per context, so that two servers in one process do not share batches. */
const batchers = new WeakMap<Context, (items: ChangeNotification[]) => Promise<void>>()

/** Records the change notifications of one webhook request. Resolves once they are committed, or dropped as unknown. */
export function recordChangeNotifications(ctx: Context, items: ChangeNotification[]): Promise<void> {
  const existing = batchers.get(ctx)
  const record =
    existing ?? createWriteBatcher<ChangeNotification[]>((requests) => writeWithRetry(ctx, requests.flat()))
  if (!existing) batchers.set(ctx, record)
  return record(items)
}

/** Retries once: disconnecting one mailbox must not lose the notifications of the others in the batch. */
async function writeWithRetry(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events' | 'limits'>,
  items: ChangeNotification[],
): Promise<void> {
  try {
    await write(ctx, items)
  } catch {
    await write(ctx, items)
  }
}

async function write(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events' | 'limits'>,
  items: ChangeNotification[],
): Promise<void> {
  const accepted = await ctx.db.asService(async (tx) => {
    const ids = [...new Set(items.map(({ subscriptionId }) => subscriptionId))]
    const mailboxes = new Map(
      (await findNotifiedMailboxes(tx, ids)).map((mailbox) => [mailbox.subscriptionId, mailbox]),
    )
    const genuine = items.flatMap((item) => {
      const mailbox = mailboxes.get(item.subscriptionId)
      return mailbox && isGenuine(item, mailbox) ? [{ item, mailbox }] : []
    })
    const messages = genuine.flatMap(({ item, mailbox: { mailboxId } }) =>
      item.kind === 'message' ? [{ mailboxId, messageId: item.messageId }] : [],
    )
    await recordInboxEventsOfMany(ctx, tx, messages, 'notification')
    for (const { item, mailbox } of genuine) {
      if (item.kind === 'lifecycle') await handleLifecycleEvent(ctx, tx, mailbox, item.event)
    }
    return genuine.length
  })
  ctx.events.changeNotificationsReceived({ accepted, refused: items.length - accepted })
  await warnOfRefused(ctx, items.length - accepted)
}

/** `clientState` is the only proof of origin, so it is compared in constant time. */
function isGenuine(item: ChangeNotification, { clientStateHash }: NotifiedMailbox): boolean {
  return timingSafeEqual(hashSecret(item.clientState), clientStateHash)
}

/**
 * See learn.microsoft.com/graph/change-notifications-lifecycle-events. After each event messages may have been missed.
 */
async function handleLifecycleEvent(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  { mailboxId, subscriptionId }: NotifiedMailbox,
  event: string,
): Promise<void> {
  if (event === 'reauthorizationRequired') await verifySubscription(ctx, tx, mailboxId)
  else if (event === 'subscriptionRemoved') {
    await deleteSubscription(tx, subscriptionId)
    await ctx.jobs.enqueue(tx, 'ensure-subscription', { mailboxId })
  } else if (event !== 'missed') return
  await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId })
}
