import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { quietBells, ringOnce } from '../db/notifications.ts'
import { putEmail } from '../emails/put-email.ts'
import type { StripeSubscription } from '../vendors/stripe-subscriptions.ts'

/**
 * Tells a person once an invoice that its payment failed, by bell and e-mail; and that it is over, once the subscription is paid again. By what
 * Stripe holds now, not by what it told: news that comes late, twice or never makes no difference.
 */
export async function tellOfPayments(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { userId, subscription }: { userId: string; subscription: StripeSubscription | null },
): Promise<void> {
  if (!subscription) return
  const { status, latestInvoice } = subscription
  const about = { userId, kind: 'payment_failed' as const, now: ctx.clock.now() }
  if (status === 'active' || status === 'trialing') return quietBells(tx, about)
  const isOwed = (status === 'past_due' || status === 'unpaid') && latestInvoice?.status === 'open'
  if (!isOwed || !latestInvoice) return
  if (await ringOnce(tx, { ...about, key: latestInvoice.id.slice(0, 100) }))
    await putEmail(tx, ctx, { kind: 'payment-failed', payload: { userId }, userId })
}
