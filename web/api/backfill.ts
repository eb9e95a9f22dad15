import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Backfill,
  type BackfillEstimate,
  type SortExistingInput,
  SortExistingOutput,
} from '../../contract/functions/sort-existing.ts'
import { progressPollMs } from '../limits.ts'
import { unexpectedResponse } from './api-error.ts'
import { callFunction } from './call-function.ts'

const backfillKeys = { of: (mailboxId: string) => ['backfill', mailboxId] } as const

async function requestBackfill(input: SortExistingInput): Promise<Backfill | null> {
  const answer = await callFunction('sort-existing', input, SortExistingOutput)
  if (!('backfill' in answer)) throw unexpectedResponse()
  return answer.backfill
}

/** The mailbox's newest backfill, null if there was none. Polled while it runs: live events report whole pages only. */
export const backfillQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: backfillKeys.of(mailboxId),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? progressPollMs : false),
    queryFn: () => requestBackfill({ action: 'status', mailboxId }),
  })

/** @param lastDays null: the whole inbox */
export const backfillEstimateQuery = (mailboxId: string, lastDays: number | null) =>
  queryOptions({
    queryKey: ['backfill-estimate', mailboxId, lastDays],
    queryFn: async (): Promise<BackfillEstimate> => {
      const answer = await callFunction(
        'sort-existing',
        { action: 'estimate', mailboxId, lastDays },
        SortExistingOutput,
      )
      if (!('estimate' in answer)) throw unexpectedResponse()
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
    mutationFn: (change: BackfillChange) => requestBackfill({ ...change, mailboxId }),
    // A response to an earlier request would show the previous state.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (backfill) => client.setQueryData(queryKey, backfill),
    // The server rejects a change of a backfill that has ended or was replaced.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
