import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { SubscriptionsRow } from '../../db/rows.ts'
import type { AddonChoice } from '../../../contract/functions/billing.ts'

export interface StoredSubscription {
  id: string
  plan_id: string
  status: SubscriptionsRow['status']
  stripe_subscription_id: string | null
  /** Price of the plan in US cents. */
  price_monthly: number
}

export async function findSubscription(tx: Tx, userId: string): Promise<StoredSubscription | null> {
  const found = tx
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['s.id', 's.plan_id', 's.status', 's.stripe_subscription_id', 'p.price_monthly'])
    .where('s.user_id', '=', userId)
  return (await found.executeTakeFirst()) ?? null
}

/** What a Stripe subscription entitles its user to. */
export interface Entitlements {
  planId: string
  status: SubscriptionsRow['status']
  providerStatus: string
  subscriptionId: string
  periodStart: Date | null
  periodEnd: Date | null
  endsAtPeriodEnd: boolean
  pendingUntil: Date | null
  addons: AddonChoice[]
}

/**
 * Saves the entitlements read from Stripe.
 * @param at.readAt time before Stripe was read: an older reading does not overwrite a newer one
 * @returns whether anything changed
 */
export async function saveEntitlements(
  tx: Tx,
  at: { userId: string; customerId: string | null; readAt: Date },
  entitlements: Entitlements,
): Promise<boolean> {
  const values = {
    plan_id: entitlements.planId,
    status: entitlements.status,
    provider_status: entitlements.providerStatus,
    stripe_subscription_id: entitlements.subscriptionId,
    stripe_customer_id: at.customerId,
    current_period_start: entitlements.periodStart,
    current_period_end: entitlements.periodEnd,
    cancel_at_period_end: entitlements.endsAtPeriodEnd,
    pending_update_expires_at: entitlements.pendingUntil,
  }
  const before = await snapshot(tx, at.userId)
  const saved = await tx
    .insertInto('subscriptions')
    .values({ user_id: at.userId, ...values, provider_synced_at: at.readAt })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...values, provider_synced_at: at.readAt })
        .where((eb) =>
          eb.or([
            eb('subscriptions.provider_synced_at', 'is', null),
            eb('subscriptions.provider_synced_at', '<=', at.readAt),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!saved) return false
  await replaceAddons(tx, { userId: at.userId, subscriptionId: saved.id }, entitlements.addons)
  return (await snapshot(tx, at.userId)) !== before
}

async function replaceAddons(
  tx: Tx,
  at: { userId: string; subscriptionId: string },
  addons: AddonChoice[],
): Promise<void> {
  await tx
    .deleteFrom('subscription_addons')
    .where('subscription_id', '=', at.subscriptionId)
    .$if(addons.length > 0, (query) =>
      query.where(
        'addon_id',
        'not in',
        addons.map(({ id }) => id),
      ),
    )
    .execute()
  for (const { id, quantity } of addons)
    await tx
      .insertInto('subscription_addons')
      .values({ user_id: at.userId, subscription_id: at.subscriptionId, addon_id: id, quantity })
      .onConflict((conflict) => conflict.columns(['subscription_id', 'addon_id']).doUpdateSet({ quantity }))
      .execute()
}

/** Saves the free plan and removes all data of a paid plan but the customer. */
export async function saveFreePlan(tx: Tx, userId: string, planId: string, now: Date): Promise<void> {
  const values = {
    plan_id: planId,
    status: 'active' as const,
    provider_status: null,
    provider_synced_at: now,
    stripe_subscription_id: null,
    current_period_start: null,
    current_period_end: null,
    cancel_at_period_end: false,
    pending_update_expires_at: null,
  }
  const { id } = await tx
    .insertInto('subscriptions')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceAddons(tx, { userId, subscriptionId: id }, [])
}

/** Everything that the page shows of a subscription, as JSON to compare. */
async function snapshot(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ shown: string }>`
    select (to_jsonb(s) - 'updated_at' - 'provider_synced_at' || jsonb_build_object('addons', coalesce(
      (select jsonb_object_agg(a.addon_id, a.quantity) from public.subscription_addons a
        where a.subscription_id = s.id), '{}')))::text as shown
    from public.subscriptions s where s.user_id = ${userId}`.execute(tx)
  return rows[0]?.shown ?? ''
}
