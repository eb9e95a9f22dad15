import type { SubscriptionsRow } from '../db/rows.ts'
import type { StripeItem, StripeSubscription } from '../vendors/stripe-subscriptions.ts'
import type { Catalogue } from './catalogue.ts'
import type { Rights, StoredSubscription } from './queries.ts'

/** Those that may still be paid or resumed, best first; all others are over for good. */
const liveStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'paused'] as const
const ranks = [...liveStatuses, 'incomplete']

export const isLive = ({ status }: Pick<StripeSubscription, 'status'>): boolean =>
  liveStatuses.some((live) => live === status)

/** Stripe's word in ours; it may learn new ones at any time. */
export function statusOf(status: string): SubscriptionsRow['status'] {
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

/** The subscription that counts: the best, then the newest; null where all are over. */
export function bestOf(subscriptions: StripeSubscription[]): StripeSubscription | null {
  const rankOf = ({ status }: StripeSubscription): number => ranks.indexOf(status)
  const standing = subscriptions.filter((one) => rankOf(one) >= 0)
  const [best] = standing.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.createdAt.getTime() - a.createdAt.getTime() || a.id.localeCompare(b.id),
  )
  return best ?? null
}

export type Finding = 'several_subscriptions' | 'unknown_price' | 'unknown_subscription'

/**
 * What a customer's subscriptions at Stripe mean for their row with us. Pure.
 * @param row as it stands; its plan is kept where Stripe's price is not one of ours
 * @returns no rights where the row is to stay as it is
 */
export function rightsOf(
  subscriptions: StripeSubscription[],
  catalogue: Pick<Catalogue, 'planOf' | 'addonOf'>,
  row: Pick<StoredSubscription, 'plan_id' | 'stripe_subscription_id'> | null,
): { rights: Rights | null; findings: Finding[] } {
  const findings: Finding[] = subscriptions.filter(isLive).length > 1 ? ['several_subscriptions'] : []
  const best = bestOf(subscriptions)
  if (best) {
    const planItem = best.items.find(({ priceId }) => catalogue.planOf.has(priceId))
    const known = planItem && catalogue.planOf.get(planItem.priceId)
    const isStrange = ({ priceId }: StripeItem): boolean =>
      !catalogue.planOf.has(priceId) && !catalogue.addonOf.has(priceId)
    if (!known || best.items.some(isStrange)) findings.push('unknown_price')
    const planId = known ?? row?.plan_id
    return { rights: planId === undefined ? null : toRights(best, planId, planItem, catalogue), findings }
  }
  if (!row?.stripe_subscription_id) return { rights: null, findings }
  const ended = subscriptions.find(({ id }) => id === row.stripe_subscription_id)
  if (!ended) return { rights: null, findings: [...findings, 'unknown_subscription'] }
  const planItem = ended.items.find(({ priceId }) => catalogue.planOf.has(priceId))
  const rights = toRights(ended, row.plan_id, planItem, catalogue)
  // Ended in the middle of its period, or at the start of one that was never paid: what is over is over since then.
  const periodEnd = earlier(rights.periodEnd, ended.endedAt)
  return { rights: { ...rights, periodEnd, endsAtPeriodEnd: false, addons: [] }, findings }
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b))

function toRights(
  subscription: StripeSubscription,
  planId: string,
  planItem: StripeItem | undefined,
  { addonOf }: Pick<Catalogue, 'addonOf'>,
): Rights {
  // The period is the plan's; where no item is a plan of ours, the one that ends first.
  const byEnd = subscription.items.toSorted((a, b) => a.periodEnd.getTime() - b.periodEnd.getTime())
  const period = planItem ?? byEnd[0]
  return {
    planId,
    status: statusOf(subscription.status),
    providerStatus: subscription.status.slice(0, 40),
    subscriptionId: subscription.id,
    periodStart: period?.periodStart ?? null,
    periodEnd: period?.periodEnd ?? null,
    endsAtPeriodEnd: subscription.ends,
    pendingUntil: subscription.pendingUpdate?.expiresAt ?? null,
    addons: addonsIn(subscription.items, addonOf),
  }
}

/** How many of each add-on these items are. */
export function addonsIn(
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
