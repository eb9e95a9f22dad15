import { queryOptions } from '@tanstack/react-query'
import { overviewDays } from '../../contract/limits.ts'
import { addDays, startOfDay } from '../../contract/local-days.ts'
import { reviewReasons } from '../../contract/reasons.ts'
import { now } from '../lib/clock.ts'
import { dayOf, timeZone } from '../lib/time-zone.ts'
import { totalsPollMs } from '../limits.ts'
import { toHistoryEntries, type HistoryEntry, logColumns, rangeNotSatisfiable } from './processing-logs.ts'
import { logKeys, reviewCountKey } from './query-keys.ts'
import { dataOf, tables } from './tables.ts'

interface EmailsToReview {
  /** Newest first, `maxReviewed` at most. */
  entries: HistoryEntry[]
  total: number
}

/** Emails that the review groups at once, so that one answer is for a whole group; the others follow later. */
const maxReviewed = 2000
/** Emails of one response. */
const reviewPageSize = 500

/** Start of the period that the overview covers. */
const firstDay = (): string => startOfDay(addDays(dayOf(now()), 1 - overviewDays), timeZone()).toISOString()

/** Emails that stayed in the inbox since the first day as unsure, or because no folder fits, and are not answered. */
const queryReview = (columns: string, since: string) =>
  tables
    .from('email_processing_logs')
    .select(columns, { count: 'exact' })
    .eq('status', 'left')
    .in('reason', reviewReasons)
    .is('corrected_at', null)
    .gte('processed_at', since)

/** Number of emails to review. */
export const reviewCountQuery = () => {
  const since = firstDay()
  return queryOptions({
    queryKey: [...reviewCountKey, since],
    queryFn: async ({ signal }): Promise<number> => {
      const answer = await queryReview('id', since).limit(1).abortSignal(signal)
      dataOf(answer)
      return answer.count ?? 0
    },
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? totalsPollMs : false),
  })
}

/** The emails that await the user's answer, which drop out with it. */
export const reviewQuery = () => {
  const since = firstDay()
  return queryOptions({
    queryKey: [...logKeys.review, since],
    queryFn: async ({ client, signal }): Promise<EmailsToReview> => {
      // By id: an email that arrives meanwhile shows the last one of a page again.
      const entries = new Map<string, HistoryEntry>()
      for (let from = 0; ; from += reviewPageSize) {
        const answer = await queryReview(logColumns, since)
          .order('processed_at', { ascending: false })
          .order('id', { ascending: false })
          .range(from, from + reviewPageSize - 1)
          .abortSignal(signal)
        // Others were answered meanwhile.
        const isBeyond = answer.error?.code === rangeNotSatisfiable
        const page = isBeyond ? [] : await toHistoryEntries(dataOf(answer), { client, signal })
        for (const entry of page) entries.set(entry.id, entry)
        if (page.length < reviewPageSize || from + reviewPageSize >= maxReviewed)
          return { entries: [...entries.values()], total: Math.max(answer.count ?? 0, entries.size) }
      }
    },
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? totalsPollMs : false),
  })
}
