import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type BulkUndo,
  type UndoEstimate,
  type UndoneSorting,
  type UndoSortingInput,
  UndoSortingOutput,
} from '../../contract/functions/undo-sorting.ts'
import { progressPollMs } from '../limits.ts'
import { unexpectedResponse } from './api-error.ts'
import { callFunction } from './call-function.ts'

async function requestUndo(input: UndoSortingInput): Promise<BulkUndo | null> {
  const answer = await callFunction('undo-sorting', input, UndoSortingOutput)
  if (!('undo' in answer)) throw unexpectedResponse()
  return answer.undo
}

/** The mailbox's newest bulk undo, null if there was none. Polled while it runs: live events report batches only. */
export const bulkUndoQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: ['bulk-undo', mailboxId],
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? progressPollMs : false),
    queryFn: () => requestUndo({ action: 'status', mailboxId }),
  })

export const undoEstimateQuery = (mailboxId: string, what: UndoneSorting) =>
  queryOptions({
    // Shares the history's key prefix: sorting and moving messages changes what can be undone.
    queryKey: ['logs', mailboxId, 'undo-estimate', what],
    queryFn: async (): Promise<UndoEstimate> => {
      const answer = await callFunction('undo-sorting', { action: 'estimate', mailboxId, what }, UndoSortingOutput)
      if (!('estimate' in answer)) throw unexpectedResponse()
      return answer.estimate
    },
  })

export function useChangeUndo(mailboxId: string) {
  const client = useQueryClient()
  const { queryKey } = bulkUndoQuery(mailboxId)
  return useMutation({
    mutationFn: (change: { action: 'start'; what: UndoneSorting } | { action: 'cancel' }) =>
      requestUndo({ ...change, mailboxId }),
    // A response to an earlier request would show the previous state.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (undo) => client.setQueryData(queryKey, undo),
    // The server rejects a change of an undo that has ended or was replaced.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
