import { planHolds } from '../../contract/limits.ts'
import type { Plan, Subscription } from '../../contract/tables.ts'

interface Booked {
  quantity: number
  addon: { price_monthly: number; email_limit: number }
}

/** US cents a month: the plan's price and, times their quantity, the add-ons' (specification §9). */
export const monthlyPrice = (plan: Pick<Plan, 'price_monthly'>, booked: readonly Booked[]): number =>
  booked.reduce((sum, { addon, quantity }) => sum + addon.price_monthly * quantity, plan.price_monthly)

/** Emails a month: the plan's limit and, times their quantity, the add-ons' (specification §3). */
export const monthlyLimit = (plan: Pick<Plan, 'email_limit'>, booked: readonly Booked[]): number =>
  booked.reduce((sum, { addon, quantity }) => sum + addon.email_limit * quantity, plan.email_limit)

/** The plan whose limit holds now; null where that is the free one, for want of a subscription or because it is over. */
export const planInForce = (subscription: Subscription | null | undefined): Subscription['plan'] =>
  subscription && planHolds(subscription.status) ? subscription.plan : null
