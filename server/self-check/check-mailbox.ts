import { addMs } from '../clock.ts'
import type { Context, RemoteContext } from '../context.ts'
import { selfCheckLateMs, selfCheckWindowMs } from './limits.ts'
import { verifySubscription } from '../mail/mailboxes/verify-subscription.ts'
import { withMailbox } from '../mail/providers/with-mailbox.ts'
import {
  countOfMonth,
  findStoredSubscription,
  hasDisconnectedMailbox,
  storedMailbox,
  unknownMessages,
  type StoredMailbox,
} from './self-check-queries.ts'

/** Longer than the interval of the delta queries that find a message. */
const selfCheckGraceMs = 30 * 60_000

/** What Outlook and our rows disagree about, with the id of a message or of a run where it concerns one. */
export interface Difference {
  mailboxId: string
  kind: 'message_lost' | 'message_late' | 'catch_up_late' | 'effect_doubled' | 'count_wrong' | 'subscription_lost'
  id?: string
}

/**
 * Compares one mailbox with our rows, by at most three calls.
 * @throws MailboxAccessError or VendorError
 */
export async function checkMailbox(ctx: Context, mailboxId: string): Promise<Difference[]> {
  const stored = await ctx.db.asService((tx) => storedMailbox(tx, mailboxId, ctx.clock.now()))
  if (!stored) return []
  const lost = await lostMessages(ctx, mailboxId, stored)
  const doubled = await doubledEffects(ctx, mailboxId, stored)
  const isSubscribed = await hasLiveSubscription(ctx, mailboxId, stored)
  return [
    ...stored.late.map((id) => ({ mailboxId, kind: 'message_late' as const, id })),
    ...lost.map((id) => ({ mailboxId, kind: 'message_lost' as const, id })),
    ...doubled.map((id) => ({ mailboxId, kind: 'effect_doubled' as const, id })),
    ...(isCatchUpLate(ctx, stored) ? [{ mailboxId, kind: 'catch_up_late' as const }] : []),
    ...(isSubscribed ? [] : [{ mailboxId, kind: 'subscription_lost' as const }]),
    ...((await isCountRight(ctx, stored)) ? [] : [{ mailboxId, kind: 'count_wrong' as const }]),
  ]
}

const isCatchUpLate = ({ clock }: Pick<Context, 'clock'>, { realTimeSince, caughtUpUntil }: StoredMailbox): boolean =>
  (caughtUpUntil ?? realTimeSince) < addMs(clock.now(), -selfCheckLateMs)

/**
 * The newest messages of the inbox that are older than the time in which a delta query finds them. Those before the
 * switch to real-time sorting have no row.
 */
async function lostMessages(ctx: RemoteContext, mailboxId: string, stored: StoredMailbox): Promise<string[]> {
  const now = ctx.clock.now()
  const until = addMs(now, -selfCheckGraceMs)
  const since = new Date(Math.max(addMs(now, -selfCheckWindowMs).getTime(), stored.realTimeSince.getTime()))
  // Until the delta query has read this time, a message may be on its way.
  if (since >= until || (stored.caughtUpUntil ?? stored.realTimeSince) < until) return []
  const page = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.inbox.page({ since, until }))
  const ids = page.messages.filter(({ receivedAt }) => receivedAt && receivedAt < until).map(({ id }) => id)
  return ctx.db.asService((tx) => unknownMessages(tx, mailboxId, ids))
}

async function doubledEffects(
  ctx: RemoteContext,
  mailboxId: string,
  { effectRunId }: StoredMailbox,
): Promise<string[]> {
  if (effectRunId === null) return []
  const effects = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.effect.count(effectRunId))
  return effects > 1 ? [effectRunId] : []
}

/** Without a row the mailbox is polled. A lost subscription is renewed at once, which creates a new one. */
async function hasLiveSubscription(ctx: Context, mailboxId: string, { subscription }: StoredMailbox): Promise<boolean> {
  if (subscription === null) return true
  if (await withMailbox(ctx, mailboxId, (mailbox) => mailbox.isWatchedBy(subscription))) return true
  return ctx.db.asService(async (tx) => {
    // Replaced while the mailbox was read.
    if ((await findStoredSubscription(tx, mailboxId)) !== subscription) return true
    await verifySubscription(ctx, tx, mailboxId)
    return false
  })
}

async function isCountRight(ctx: Pick<Context, 'clock' | 'db'>, { userId }: StoredMailbox): Promise<boolean> {
  const now = ctx.clock.now()
  const { count, rows } = await ctx.db.asService((tx) => countOfMonth(tx, userId, now))
  if (count === rows) return true
  return count > rows && ctx.db.asAccounts((tx) => hasDisconnectedMailbox(tx, userId, now))
}
