import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callFunction } from './call-function.ts'

const Success = z.object({ success: z.literal(true) })
const Paused = z.object({ paused: z.boolean() })
const pauseKey = (mailboxId: string) => ['actions-paused', mailboxId] as const

/** Whether all automated actions of a mailbox are paused. */
export const actionsPausedQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: pauseKey(mailboxId),
    queryFn: async (): Promise<boolean> =>
      (await callFunction('action-runs', { action: 'paused', mailboxId }, Paused)).paused,
  })

export function usePauseActions(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paused: boolean) =>
      callFunction('action-runs', { action: 'pause', mailboxId, paused }, z.union([Paused, Success])),
    onSuccess: (_, paused) => client.setQueryData(actionsPausedQuery(mailboxId).queryKey, paused),
    onSettled: () => void client.invalidateQueries({ queryKey: pauseKey(mailboxId) }),
  })
}
