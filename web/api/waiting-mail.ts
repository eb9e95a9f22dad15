import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type WaitingMailInput, WaitingMailOutput } from '../../contract/functions/billing.ts'
import { totalsPollMs } from '../limits.ts'
import { unexpectedResponse } from './api-error.ts'
import { callFunction } from './call-function.ts'

const callWaitingMail = (input: WaitingMailInput) => callFunction('waiting-mail', input, WaitingMailOutput)

const key = ['waiting-mail'] as const

/**
 * Messages left in the inbox because the monthly limit was reached.
 * @param month part of the key: a new month has a new limit
 */
export const waitingMailQuery = (month: string) =>
  queryOptions({
    queryKey: [...key, month],
    queryFn: async () => {
      const answer = await callWaitingMail({ action: 'count' })
      if (!('waiting' in answer)) throw unexpectedResponse()
      return answer
    },
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? totalsPollMs : false),
  })

/** The mutation returns how many messages it has queued for sorting. */
export function useSortWaiting() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<number> => {
      const answer = await callWaitingMail({ action: 'sort' })
      if (!('started' in answer)) throw unexpectedResponse()
      return answer.started
    },
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  })
}
