import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { logsPageSize, overviewDays } from '../../contract/limits.ts'
import { unsureReasons } from '../../contract/reasons.ts'
import { now } from '../lib/clock.ts'
import { entriesOf, type HistoryEntry, type LastWord, logColumns, logKeys, sayLastWord } from './logs.ts'
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

/** The person's word about one mail of many: several may be under way. */
export function useSayLastWord() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ logId, to }: { logId: string; to: LastWord }) => sayLastWord(logId, to),
    onSettled: () => void client.invalidateQueries({ queryKey: ['logs'] }),
  })
}
