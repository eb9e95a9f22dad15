import type { Context } from '../context.ts'

/** Whose emails are counted, in which month, and by which kind of limit. */
export interface CountedMonth {
  userId: string
  /** First day, `YYYY-MM-DD`. */
  month: string
  /** See `hasPlans`. */
  hasPlans: boolean
}

/** As `app.email_limit_total` returns it. */
export const noLimit = 2_147_483_647

export const limitOrNull = (total: number): number | null => (total === noLimit ? null : total)

/** Plans need Stripe. Without it there is no limit but one that the operator sets for a user. */
export const hasPlans = ({ vendors }: Pick<Context, 'vendors'>): boolean => vendors.stripe !== null
