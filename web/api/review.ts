import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type SortedMailInput, SortedMailOutput } from '../../contract/functions/sorted-mail.ts'
import { logsPageSize, overviewDays } from '../../contract/limits.ts'
import { unsureReasons } from '../../contract/reasons.ts'
import { now } from '../lib/clock.ts'
import { callFunction } from './call-function.ts'
import { entriesOf, type HistoryEntry, logColumns, logKeys } from './logs.ts'
import { dataOf, tables } from './tables.ts'

export interface ReviewPage {
  /** Newest first. */
  entries: HistoryEntry[]
  /** Of all, not of this page. */
  total: number
}

/** The days that the overview counts, of where the person is. */
function firstDay(): string {
  const today = now()
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - (overviewDays - 1)).toISOString()
}

/**
 * Mail that stayed in the inbox because the sorter was not sure, and of which nobody has said where it belongs. What is answered leaves
 * it, so the first pages are always what comes next.
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
      const entries = await entriesOf(dataOf(answer), signal)
      return { entries, total: answer.count ?? entries.length }
    },
  })
}

/** That a mail belongs in a folder, null: the inbox, or that this was never said. */
export type Answer = Exclude<SortedMailInput, { action: 'undo' }>

/** The person's word about one mail of many: several may be under way. */
export function useAnswer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: Answer) => callFunction('sorted-mail', answer, SortedMailOutput),
    onSettled: () => void client.invalidateQueries({ queryKey: ['logs'] }),
  })
}
