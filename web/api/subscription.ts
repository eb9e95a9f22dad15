import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { usageMonth } from '../../contract/limits.ts'
import { Addon, Plan, Subscription } from '../../contract/tables.ts'
import { dataOf, tables } from './tables.ts'

const subscriptionCacheMs = 5 * 60_000
/** The current month included. */
const usageMonthsShown = 6

const planColumns = 'id,name,description,price_monthly,email_limit'
const subscriptionColumns =
  'id,user_id,plan_id,status,cancel_at_period_end,stripe_customer_id,stripe_subscription_id,' +
  'current_period_start,current_period_end,pending_update_expires_at,created_at,updated_at'

export const subscriptionQuery = (userId: string) =>
  queryOptions({
    queryKey: ['subscription', userId],
    staleTime: subscriptionCacheMs,
    queryFn: async ({ signal }): Promise<Subscription | null> => {
      const answer = await tables
        .from('subscriptions')
        .select(`${subscriptionColumns},plan:plans(${planColumns})`)
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
      return Subscription.nullable().parse(dataOf(answer))
    },
  })

const BookedAddon = z.object({
  id: z.uuid(),
  addon_id: z.uuid(),
  quantity: z.int(),
  addon: Addon.pick({ name: true, price_monthly: true, email_limit: true }),
})
export type BookedAddon = z.infer<typeof BookedAddon>

export const bookedAddonsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['subscription-addons', subscriptionId],
    staleTime: subscriptionCacheMs,
    queryFn: async ({ signal }): Promise<BookedAddon[]> =>
      BookedAddon.array()
        .parse(
          dataOf(
            await tables
              .from('subscription_addons')
              .select('id,addon_id,quantity,addon:addons(name,price_monthly,email_limit)')
              .eq('subscription_id', subscriptionId)
              .abortSignal(signal),
          ),
        )
        .toSorted((a, b) => a.addon.price_monthly - b.addon.price_monthly),
  })

/** Messages sorted in a month. @param month its first day, `YYYY-MM-DD` */
export const usageQuery = (userId: string, month: string) =>
  queryOptions({
    queryKey: ['usage', userId, month],
    queryFn: async ({ signal }): Promise<number> => {
      const answer = await tables
        .from('usage')
        .select('emails_processed')
        .eq('user_id', userId)
        .eq('month', month)
        .abortSignal(signal)
        .maybeSingle()
      const row = z.object({ emails_processed: z.int() }).nullable().parse(dataOf(answer))
      return row?.emails_processed ?? 0
    },
  })

export interface MonthlyUsage {
  /** First day of the month in UTC, `YYYY-MM-DD`. */
  month: string
  processed: number
}

/** The last months up to `thisMonth`, oldest first; months without messages have zero. */
export const monthlyUsageQuery = (userId: string, thisMonth: string) => {
  const last = new Date(`${thisMonth}T00:00:00Z`)
  const months = Array.from({ length: usageMonthsShown }, (_, ago) =>
    usageMonth(new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - ago, 1))),
  ).toReversed()
  const [first = thisMonth] = months
  return queryOptions({
    queryKey: ['usage', userId, 'months', first],
    queryFn: async ({ signal }): Promise<MonthlyUsage[]> => {
      const answer = await tables
        .from('usage')
        .select('month,emails_processed')
        .eq('user_id', userId)
        .gte('month', first)
        .abortSignal(signal)
      const rows = z.object({ month: z.string(), emails_processed: z.int() }).array().parse(dataOf(answer))
      return months.map((month) => ({
        month,
        processed: rows.find((row) => row.month === month)?.emails_processed ?? 0,
      }))
    },
  })
}

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  staleTime: subscriptionCacheMs,
  queryFn: async ({ signal }): Promise<Plan[]> =>
    Plan.array().parse(
      dataOf(
        await tables
          .from('plans')
          .select(`${planColumns},is_active`)
          .eq('is_active', true)
          .order('price_monthly', { ascending: true })
          .abortSignal(signal),
      ),
    ),
})

export const addonsQuery = queryOptions({
  queryKey: ['addons'],
  staleTime: subscriptionCacheMs,
  queryFn: async ({ signal }): Promise<Addon[]> =>
    Addon.array().parse(
      dataOf(
        await tables
          .from('addons')
          .select(`${planColumns},is_active`)
          .eq('is_active', true)
          .order('price_monthly', { ascending: true })
          .abortSignal(signal),
      ),
    ),
})
