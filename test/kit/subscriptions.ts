import { usageMonth } from '../../contract/limits.ts'
import type { SubscriptionStatus } from '../../contract/tables.ts'
import type { App } from './start-app.ts'

/** Billing rows as the payment provider's webhooks leave them, for tests of what the page shows. */
export interface SubscriptionState {
  plan?: 'Free' | 'Pro' | 'Business'
  status?: SubscriptionStatus
  /** Customer id at the payment provider; null where the user never paid. */
  customer?: string | null
  ends?: boolean
  period?: { start: string; end: string } | null
  pendingUntil?: string | null
  /** Quantity by add-on name. */
  addons?: Record<string, number>
}

export const addonNames = { small: '1,000 more emails', large: '2,500 more emails' } as const
const somePeriod = { start: '2026-11-03T10:00:00Z', end: '2026-12-03T10:00:00Z' }

let customers = 0

/** Replaces the user's subscription. */
export async function setSubscription(app: App, userId: string, state: SubscriptionState = {}): Promise<void> {
  const { plan = 'Pro', status = 'active', ends = false, pendingUntil = null, addons = {} } = state
  const paid = plan !== 'Free'
  const customer = state.customer === undefined ? (paid ? `cus_test${(customers += 1)}` : null) : state.customer
  const period = state.period === undefined ? (paid ? somePeriod : null) : state.period
  await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('subscriptions').where('user_id', '=', userId).execute()
    const { id } = await tx
      .insertInto('subscriptions')
      .values((query) => ({
        user_id: userId,
        plan_id: query.selectFrom('plans').select('id').where('name', '=', plan),
        status,
        cancel_at_period_end: ends,
        stripe_customer_id: customer,
        stripe_subscription_id: customer && `sub_of_${customer}`,
        current_period_start: period?.start ?? null,
        current_period_end: period?.end ?? null,
        pending_update_expires_at: pendingUntil,
      }))
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [name, quantity] of Object.entries(addons))
      await tx
        .insertInto('subscription_addons')
        .values((query) => ({
          user_id: userId,
          subscription_id: id,
          addon_id: query.selectFrom('addons').select('id').where('name', '=', name),
          quantity,
        }))
        .execute()
  })
}

/** @param monthsAgo 0: this month */
export async function setUsage(app: App, userId: string, processed: number, monthsAgo = 0): Promise<void> {
  const today = app.clock.now()
  const month = usageMonth(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, 1)))
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('usage')
      .values({ user_id: userId, month, emails_processed: processed })
      .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed: processed }))
      .execute(),
  )
}
