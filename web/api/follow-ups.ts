import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FollowUp, FollowUpLink, FollowUpList, FollowUpsOutput } from '../../contract/functions/follow-ups.ts'
import { callFunction } from './call-function.ts'
import { followUpsKey } from './query-keys.ts'

const name = 'follow-ups'

/** What waits for an answer in all mailboxes. */
export const followUpsQuery = () =>
  queryOptions({
    queryKey: followUpsKey,
    queryFn: async ({ signal }): Promise<FollowUp[]> =>
      (await callFunction(name, { action: 'list' }, FollowUpList, signal)).followUps,
  })

export const readFollowUpLink = async (followUpId: string): Promise<string | null> =>
  (await callFunction(name, { action: 'open', followUpId }, FollowUpLink)).webLink

/** Lists an email no more, or again. */
export function useDismissFollowUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: { action: 'dismiss' | 'restore'; followUpId: string }) =>
      callFunction(name, change, FollowUpsOutput),
    onSettled: () => client.invalidateQueries({ queryKey: followUpsKey }),
  })
}
