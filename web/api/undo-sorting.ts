import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type BulkUndo,
  type UndoEstimate,
  type UndoneSorting,
  type UndoSortingInput,
  UndoSortingOutput,
} from '../../contract/functions/undo-sorting.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'

/** While it runs: the live events tell of some twenty mails at once. */
const runningMs = 2000

const unexpected = (): ApiError => new ApiError('unexpected_answer', 0, 'The server answered something else.')

async function askUndo(input: UndoSortingInput): Promise<BulkUndo | null> {
  const answer = await callFunction('undo-sorting', input, UndoSortingOutput)
  if (!('undo' in answer)) throw unexpected()
  return answer.undo
}

/** The newest of the mailbox; null where there never was one. */
export const bulkUndoQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: ['bulk-undo', mailboxId],
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningMs : false),
    queryFn: () => askUndo({ action: 'status', mailboxId }),
  })

export const undoEstimateQuery = (mailboxId: string, what: UndoneSorting) =>
  queryOptions({
    // With the mailbox's history: what is sorted or moved meanwhile changes what can be undone.
    queryKey: ['logs', mailboxId, 'undo-estimate', what],
    queryFn: async (): Promise<UndoEstimate> => {
      const answer = await callFunction('undo-sorting', { action: 'estimate', mailboxId, what }, UndoSortingOutput)
      if (!('estimate' in answer)) throw unexpected()
      return answer.estimate
    },
  })

export function useChangeUndo(mailboxId: string) {
  const client = useQueryClient()
  const { queryKey } = bulkUndoQuery(mailboxId)
  return useMutation({
    mutationFn: (change: { action: 'start'; what: UndoneSorting } | { action: 'cancel' }) =>
      askUndo({ ...change, mailboxId }),
    // An answer that was asked for before would show what was.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (undo) => client.setQueryData(queryKey, undo),
    // Refused: it is another one by now.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
