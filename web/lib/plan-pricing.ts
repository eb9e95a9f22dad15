import { isPaidPlan, isPlanInEffect } from '../../contract/limits.ts'
import type { Plan, Subscription } from '../../contract/tables.ts'

interface AddonQuantity {
  quantity: number
  addon: { price_monthly: number; email_limit: number }
}

/** US cents per month: the plan's price plus price × quantity of each add-on. */
export const monthlyPrice = (plan: Pick<Plan, 'price_monthly'>, booked: readonly AddonQuantity[]): number =>
  booked.reduce((sum, { addon, quantity }) => sum + addon.price_monthly * quantity, plan.price_monthly)

/** Emails per month: the plan's limit plus limit × quantity of each add-on. */
export const monthlyLimit = (plan: Pick<Plan, 'email_limit'>, booked: readonly AddonQuantity[]): number =>
  booked.reduce((sum, { addon, quantity }) => sum + addon.email_limit * quantity, plan.email_limit)

/** The plan that applies now; null: the free plan, because there is no subscription or it has ended. */
export const effectivePlan = (subscription: Subscription | null | undefined): Subscription['plan'] =>
  subscription && isPlanInEffect(subscription.status) ? subscription.plan : null

/** Whether the plan is a paid one, and no change of it waits for its payment, as one of add-ons may. */
export function isPaymentConfirmed(subscription: Subscription | null | undefined): boolean {
  const plan = effectivePlan(subscription)
  return plan !== null && isPaidPlan(plan) && subscription?.pending_update_expires_at === null
}

/**
 * The cheapest paid plan with room for twice the emails of this month, which may have just begun; otherwise the largest
 * one.
 */
export function recommendedPlan(plans: readonly Plan[], processed: number | null): Plan | null {
  const paid = plans.filter(isPaidPlan).toSorted((a, b) => a.price_monthly - b.price_monthly)
  return paid.find(({ email_limit }) => email_limit >= 2 * (processed ?? 0)) ?? paid.at(-1) ?? null
}
