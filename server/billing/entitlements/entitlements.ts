import type { SubscriptionsRow } from '../../db/rows.ts'
import type { StripeItem, StripeSubscription } from '../../vendors/stripe/stripe-subscriptions.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Entitlements, StoredSubscription } from './subscription-queries.ts'

/** Statuses that may still be paid or resumed, best first. Subscriptions in other statuses have ended permanently. */
const liveStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'paused'] as const
const rankedStatuses = [...liveStatuses, 'incomplete']

export const isLive = ({ status }: Pick<StripeSubscription, 'status'>): boolean =>
  liveStatuses.some((live) => live === status)

/** Maps Stripe's status, an open list, to ours. */
export function toSubscriptionStatus(status: string): SubscriptionsRow['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
    case 'past_due':
    case 'incomplete':
    case 'canceled':
      return status
    default:
      return 'inactive'
  }
}

/** Picks the subscription that counts: best status first, then the newest; null if all have ended. */
export function pickBestSubscription(subscriptions: StripeSubscription[]): StripeSubscription | null {
  const rankOf = ({ status }: StripeSubscription): number => rankedStatuses.indexOf(status)
  const standing = subscriptions.filter((one) => rankOf(one) >= 0)
  const [best] = standing.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.createdAt.getTime() - a.createdAt.getTime() || a.id.localeCompare(b.id),
  )
  return best ?? null
}

type SyncFinding = 'several_subscriptions' | 'unknown_price' | 'unknown_subscription'

/**
 * Resolves a customer's Stripe subscriptions to entitlements.
 * @param row the stored subscription; its plan is kept if Stripe's price is unknown
 * @returns `entitlements` null if the row stays as it is
 */
export function resolveEntitlements(
  subscriptions: StripeSubscription[],
  catalogue: Pick<Catalogue, 'planOf' | 'addonOf'>,
  row: Pick<StoredSubscription, 'plan_id' | 'stripe_subscription_id'> | null,
): { entitlements: Entitlements | null; findings: SyncFinding[] } {
  const findings: SyncFinding[] = subscriptions.filter(isLive).length > 1 ? ['several_subscriptions'] : []
  const best = pickBestSubscription(subscriptions)
  if (best) {
    const planItem = best.items.find(({ priceId }) => catalogue.planOf.has(priceId))
    const known = planItem && catalogue.planOf.get(planItem.priceId)
    const isUnknownPrice = ({ priceId }: StripeItem): boolean =>
      !catalogue.planOf.has(priceId) && !catalogue.addonOf.has(priceId)
    if (!known || best.items.some(isUnknownPrice)) findings.push('unknown_price')
    const planId = known ?? row?.plan_id
    return { entitlements: planId === undefined ? null : toEntitlements(best, planId, planItem, catalogue), findings }
  }
  if (!row?.stripe_subscription_id) return { entitlements: null, findings }
  const ended = subscriptions.find(({ id }) => id === row.stripe_subscription_id)
  if (!ended) return { entitlements: null, findings: [...findings, 'unknown_subscription'] }
  const planItem = ended.items.find(({ priceId }) => catalogue.planOf.has(priceId))
  const entitlements = toEntitlements(ended, row.plan_id, planItem, catalogue)
  // It may have ended before the end of its period.
  const periodEnd = earlier(entitlements.periodEnd, ended.endedAt)
  return { entitlements: { ...entitlements, periodEnd, endsAtPeriodEnd: false, addons: [] }, findings }
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b))

function toEntitlements(
  subscription: StripeSubscription,
  planId: string,
  planItem: StripeItem | undefined,
  { addonOf }: Pick<Catalogue, 'addonOf'>,
): Entitlements {
  // The period of the plan's item; without one, the period that ends first.
  const byEnd = subscription.items.toSorted((a, b) => a.periodEnd.getTime() - b.periodEnd.getTime())
  const period = planItem ?? byEnd[0]
  return {
    planId,
    status: toSubscriptionStatus(subscription.status),
    providerStatus: subscription.status.slice(0, 40),
    subscriptionId: subscription.id,
    periodStart: period?.periodStart ?? null,
    periodEnd: period?.periodEnd ?? null,
    endsAtPeriodEnd: subscription.endsAutomatically,
    pendingUntil: subscription.pendingUpdate?.expiresAt ?? null,
    addons: addonsOfItems(subscription.items, addonOf),
  }
}

/** Sums up the quantity of each add-on. */
export function addonsOfItems(
  items: { priceId: string; quantity: number }[],
  addonOf: Catalogue['addonOf'],
): { id: string; quantity: number }[] {
  const counted = new Map<string, number>()
  for (const { priceId, quantity } of items) {
    const id = addonOf.get(priceId)
    if (id !== undefined && quantity > 0) counted.set(id, (counted.get(id) ?? 0) + quantity)
  }
  return [...counted].map(([id, quantity]) => ({ id, quantity })).toSorted((a, b) => a.id.localeCompare(b.id))
}
