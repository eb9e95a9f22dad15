import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FileNowInput, FileNowOutput } from '../../contract/functions/file-now.ts'
import { callFunction } from './call-function.ts'
import { logKeys } from './query-keys.ts'
import { dataOf, tables } from './tables.ts'

/** How many emails stay in the inbox until they are filed. Shares the history's key prefix. */
export const delayedCountQuery = queryOptions({
  queryKey: [...logKeys.pages, 'delayed'],
  queryFn: async ({ signal }): Promise<number> => {
    const answer = await tables
      .from('email_processing_logs')
      .select('id', { count: 'exact' })
      .eq('status', 'left')
      .eq('reason', 'delayed')
      .limit(1)
      .abortSignal(signal)
    dataOf(answer)
    return answer.count ?? 0
  },
})

/** The mutation returns how many emails it has begun to file. */
export function useFileNow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: FileNowInput): Promise<number> =>
      (await callFunction('file-now', input, FileNowOutput)).started,
    onSettled: () => void client.invalidateQueries({ queryKey: logKeys.all }),
  })
}
