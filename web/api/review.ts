import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type SortedMailInput, SortedMailOutput } from '../../contract/functions/sorted-mail.ts'
import { overviewDays } from '../../contract/limits.ts'
import { addDays, startOfDay } from '../../contract/local-days.ts'
import { reviewReasons } from '../../contract/reasons.ts'
import { now } from '../lib/clock.ts'
import { dayOf, timeZone } from '../lib/time-zone.ts'
import { totalsPollMs } from '../limits.ts'
import { callFunction } from './call-function.ts'
import { toHistoryEntries, type HistoryEntry, logColumns } from './processing-logs.ts'
import { logKeys, reviewCountKey } from './query-keys.ts'
import { dataOf, tables } from './tables.ts'

interface EmailsToReview {
  /** Newest first, `maxReviewed` at most. */
  entries: HistoryEntry[]
  total: number
}

/** Emails that the review groups at once; the others follow as these are answered. */
const maxReviewed = 500

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

/** Number of emails to review. Refetched at an interval while mail arrives. */
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
    queryFn: async ({ signal }): Promise<EmailsToReview> => {
      const answer = await queryReview(logColumns, since)
        .order('processed_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(maxReviewed)
        .abortSignal(signal)
      const entries = await toHistoryEntries(dataOf(answer), signal)
      return { entries, total: answer.count ?? entries.length }
    },
  })
}

/** Moves an email to a folder (null: inbox), or takes the previous answer back. Several may be in flight. */
export function useAnswerReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: SortedMailInput) => callFunction('sorted-mail', answer, SortedMailOutput),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['logs'] })
      void client.invalidateQueries({ queryKey: reviewCountKey })
    },
  })
}
