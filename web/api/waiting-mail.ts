import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type WaitingMailInput, WaitingMailOutput } from '../../contract/functions/billing.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'

/** While mail is being sorted. */
const liveMs = 5000

const ask = (input: WaitingMailInput) => callFunction('waiting-mail', input, WaitingMailOutput)
const unexpected = (): ApiError => new ApiError('unexpected_answer', 0, 'The server answered something else.')

const key = ['waiting-mail'] as const

/** Mail that stayed in the inbox because the month's limit was reached. @param month for which there is room or not */
export const waitingMailQuery = (month: string) =>
  queryOptions({
    queryKey: [...key, month],
    queryFn: async () => {
      const answer = await ask({ action: 'count' })
      if (!('waiting' in answer)) throw unexpected()
      return answer
    },
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? liveMs : false),
  })

/** @returns how many are being sorted from now on */
export function useSortWaiting() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<number> => {
      const answer = await ask({ action: 'sort' })
      if (!('started' in answer)) throw unexpected()
      return answer.started
    },
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  })
}
