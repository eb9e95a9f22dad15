import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { SubscriptionsRow } from '../db/rows.ts'
import type { AddonChoice } from '../../contract/functions/billing.ts'

export interface Thing {
  id: string
  name: string
  description: string
  /** US cents. */
  price_monthly: number
}

const thing = ['id', 'name', 'description', 'price_monthly'] as const

/** What is sold now. */
export const plansOnSale = (tx: Tx): Promise<Thing[]> =>
  tx.selectFrom('plans').select(thing).where('is_active', '=', true).orderBy('price_monthly').orderBy('id').execute()
export const addonsOnSale = (tx: Tx): Promise<Thing[]> =>
  tx.selectFrom('addons').select(thing).where('is_active', '=', true).orderBy('price_monthly').orderBy('id').execute()

/** Also what is sold no more: whoever has booked it may keep it. */
export const addonsEverSold = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('addons').select('id').execute()).map(({ id }) => id)

export interface StoredSubscription {
  id: string
  plan_id: string
  status: SubscriptionsRow['status']
  stripe_subscription_id: string | null
  /** US cents, of the plan. */
  price_monthly: number
}

export async function subscriptionOf(tx: Tx, userId: string): Promise<StoredSubscription | null> {
  const found = tx
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['s.id', 's.plan_id', 's.status', 's.stripe_subscription_id', 'p.price_monthly'])
    .where('s.user_id', '=', userId)
  return (await found.executeTakeFirst()) ?? null
}

/** What a subscription at Stripe means to us. */
export interface Rights {
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
 * Writes down what was read at Stripe.
 * @param at.readAt before Stripe was asked: whoever read earlier does not overwrite who read later
 * @returns whether anything changed
 */
export async function putRights(
  tx: Tx,
  at: { userId: string; customerId: string | null; readAt: Date },
  rights: Rights,
): Promise<boolean> {
  const values = {
    plan_id: rights.planId,
    status: rights.status,
    provider_status: rights.providerStatus,
    stripe_subscription_id: rights.subscriptionId,
    stripe_customer_id: at.customerId,
    current_period_start: rights.periodStart,
    current_period_end: rights.periodEnd,
    cancel_at_period_end: rights.endsAtPeriodEnd,
    pending_update_expires_at: rights.pendingUntil,
  }
  const before = await snapshot(tx, at.userId)
  const put = await tx
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
  if (!put) return false
  await putAddons(tx, { userId: at.userId, subscriptionId: put.id }, rights.addons)
  return (await snapshot(tx, at.userId)) !== before
}

async function putAddons(tx: Tx, at: { userId: string; subscriptionId: string }, addons: AddonChoice[]): Promise<void> {
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

/** The free plan, at once, and nothing left of a paid one but the customer. */
export async function putFreePlan(tx: Tx, userId: string, planId: string, now: Date): Promise<void> {
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
  await putAddons(tx, { userId, subscriptionId: id }, [])
}

/** All that the page shows of it, as one text to compare. */
async function snapshot(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ shown: string }>`
    select (to_jsonb(s) - 'updated_at' - 'provider_synced_at' || jsonb_build_object('addons', coalesce(
      (select jsonb_object_agg(a.addon_id, a.quantity) from public.subscription_addons a where a.subscription_id = s.id), '{}')))::text as shown
    from public.subscriptions s where s.user_id = ${userId}`.execute(tx)
  return rows[0]?.shown ?? ''
}
