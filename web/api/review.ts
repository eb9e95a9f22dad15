import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type SortedMailInput, SortedMailOutput } from '../../contract/functions/sorted-mail.ts'
import { logsPageSize, overviewDays } from '../../contract/limits.ts'
import { addDays, startOfDay } from '../../contract/local-days.ts'
import { type ReasonCode, unsureReasons } from '../../contract/reasons.ts'
import { now } from '../lib/clock.ts'
import { dayOf, timeZone } from '../lib/time-zone.ts'
import { totalsPollMs } from '../limits.ts'
import { callFunction } from './call-function.ts'
import { toHistoryEntries, type HistoryEntry, logColumns } from './processing-logs.ts'
import { logKeys, reviewCountKey } from './query-keys.ts'
import { dataOf, tables } from './tables.ts'

interface ReviewPage {
  /** Newest first. */
  entries: HistoryEntry[]
  /** Over all pages. */
  total: number
}

/** Start of the period that the overview covers. */
const firstDay = (): string => startOfDay(addDays(dayOf(now()), 1 - overviewDays), timeZone()).toISOString()

/** `unsure`: the sorter was not sure; `no-folder`: no folder fits. */
export type ReviewKind = 'unsure' | 'no-folder'

const reasonsOf: Record<ReviewKind, readonly ReasonCode[]> = { unsure: unsureReasons, 'no-folder': ['no_match'] }

/** Messages of this kind that stayed in the inbox since the first day and are not corrected yet. */
const queryReview = (kind: ReviewKind, columns: string, since: string) =>
  tables
    .from('email_processing_logs')
    .select(columns, { count: 'exact' })
    .eq('status', 'left')
    .in('reason', reasonsOf[kind])
    .is('corrected_at', null)
    .gte('processed_at', since)

/** Number of messages to review. Refetched at an interval while mail arrives. */
export const reviewCountQuery = (kind: ReviewKind) => {
  const since = firstDay()
  return queryOptions({
    queryKey: [...reviewCountKey, kind, since],
    queryFn: async ({ signal }): Promise<number> => {
      const answer = await queryReview(kind, 'id', since).limit(1).abortSignal(signal)
      dataOf(answer)
      return answer.count ?? 0
    },
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? totalsPollMs : false),
  })
}

/**
 * Messages that await the user's review. Answered messages drop out, so the first pages are always the next ones to
 * review.
 */
export const reviewQuery = (kind: ReviewKind, pages: number) => {
  const since = firstDay()
  return queryOptions({
    queryKey: [...logKeys.review, kind, since, pages],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReviewPage> => {
      const answer = await queryReview(kind, logColumns, since)
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
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['logs'] })
      void client.invalidateQueries({ queryKey: reviewCountKey })
    },
  })
}
