import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FileNowInput, FileNowOutput } from '../../contract/functions/file-now.ts'
import { callFunction } from './call-function.ts'
import { logKeys } from './query-keys.ts'

/** The mutation returns how many emails it has begun to file. */
export function useFileNow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: FileNowInput): Promise<number> =>
      (await callFunction('file-now', input, FileNowOutput)).started,
    onSettled: () => void client.invalidateQueries({ queryKey: logKeys.all }),
  })
}
