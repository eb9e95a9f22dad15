import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type SortedMailInput, SortedMailOutput } from '../../contract/functions/sorted-mail.ts'
import { logsPageSize, overviewDays } from '../../contract/limits.ts'
import { unsureReasons } from '../../contract/reasons.ts'
import { now } from '../lib/clock.ts'
import { callFunction } from './call-function.ts'
import { toHistoryEntries, type HistoryEntry, logColumns, logKeys } from './processing-logs.ts'
import { dataOf, tables } from './tables.ts'

interface ReviewPage {
  /** Newest first. */
  entries: HistoryEntry[]
  /** Over all pages. */
  total: number
}

/** Start of the period that the overview covers, in local time. */
function firstDay(): string {
  const today = now()
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - (overviewDays - 1)).toISOString()
}

/**
 * Messages left in the inbox because of low confidence and not corrected yet. Answered messages drop out, so the first
 * pages are always the next ones to review.
 */
export const reviewQuery = (pages: number) => {
  const since = firstDay()
  return queryOptions({
    queryKey: [...logKeys.review, since, pages],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReviewPage> => {
      const answer = await tables
        .from('email_processing_logs')
        .select(logColumns, { count: 'exact' })
        .eq('status', 'left')
        .in('reason', unsureReasons)
        .is('corrected_at', null)
        .gte('processed_at', since)
        .order('processed_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(pages * logsPageSize)
        .abortSignal(signal)
      const entries = await toHistoryEntries(dataOf(answer), signal)
      return { entries, total: answer.count ?? entries.length }
    },
  })
}

/** Moves a message to a folder (null: inbox), or takes the previous answer back. */
export type ReviewAnswer = Exclude<SortedMailInput, { action: 'undo' }>

/** Sends one answer; several may be in flight. */
export function useAnswerReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: ReviewAnswer) => callFunction('sorted-mail', answer, SortedMailOutput),
    onSettled: () => void client.invalidateQueries({ queryKey: ['logs'] }),
  })
}
