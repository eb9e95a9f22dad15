import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { resolveNotifications, createNotificationOnce } from '../../shared/notifications.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import type { StripeSubscription } from '../../vendors/stripe/stripe-subscriptions.ts'

/**
 * Notifies the user once per invoice that its payment failed, by notification and email, and resolves the notification
 * once the subscription is paid. Decided by Stripe's current state, so late, repeated or lost events make no
 * difference.
 */
export async function updatePaymentNotifications(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { userId, subscription }: { userId: string; subscription: StripeSubscription | null },
): Promise<void> {
  if (!subscription) return
  const { status, latestInvoice } = subscription
  const about = { userId, kind: 'payment_failed' as const, now: ctx.clock.now() }
  if (status === 'active' || status === 'trialing') return resolveNotifications(tx, about)
  const isOwed = (status === 'past_due' || status === 'unpaid') && latestInvoice?.status === 'open'
  if (!isOwed || !latestInvoice) return
  if (await createNotificationOnce(tx, { ...about, key: latestInvoice.id.slice(0, 100) }))
    await enqueueEmail(tx, ctx, { kind: 'payment-failed', payload: { userId }, userId })
}
