import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Backfill,
  type BackfillEstimate,
  type SortExistingInput,
  SortExistingOutput,
} from '../../contract/functions/sort-existing.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'

/** While it runs: the live events tell of each page of the inbox, not of each mail. */
const runningMs = 2000

export const backfillKeys = { of: (mailboxId: string) => ['backfill', mailboxId] } as const

const unexpected = (): ApiError => new ApiError('unexpected_answer', 0, 'The server answered something else.')

async function askBackfill(input: SortExistingInput): Promise<Backfill | null> {
  const answer = await callFunction('sort-existing', input, SortExistingOutput)
  if (!('backfill' in answer)) throw unexpected()
  return answer.backfill
}

/** The newest of the mailbox; null where there never was one. */
export const backfillQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: backfillKeys.of(mailboxId),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningMs : false),
    queryFn: () => askBackfill({ action: 'status', mailboxId }),
  })

/** @param lastDays null: all of the inbox */
export const backfillEstimateQuery = (mailboxId: string, lastDays: number | null) =>
  queryOptions({
    queryKey: ['backfill-estimate', mailboxId, lastDays],
    queryFn: async (): Promise<BackfillEstimate> => {
      const answer = await callFunction(
        'sort-existing',
        { action: 'estimate', mailboxId, lastDays },
        SortExistingOutput,
      )
      if (!('estimate' in answer)) throw unexpected()
      return answer.estimate
    },
  })

export type BackfillChange =
  | { action: 'start'; lastDays: number | null }
  | { action: 'pause' }
  | { action: 'resume' }
  | { action: 'cancel' }

export function useChangeBackfill(mailboxId: string) {
  const client = useQueryClient()
  const { queryKey } = backfillQuery(mailboxId)
  return useMutation({
    mutationFn: (change: BackfillChange) => askBackfill({ ...change, mailboxId }),
    // An answer that was asked for before would show what was.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (backfill) => client.setQueryData(queryKey, backfill),
    // Refused: it is another one by now.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
