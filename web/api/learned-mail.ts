import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LearnedMailOutput } from '../../contract/functions/learned-mail.ts'
import { callFunction } from './call-function.ts'
import { isAnswered } from './is-answered.ts'
import { learnedKeys } from './query-keys.ts'

const name = 'learned-mail'
/** Rules learned from corrections, over all folders of a mailbox, and moves that wait for the user's decision. */
export const learnedQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: learnedKeys.of(mailboxId),
    queryFn: (): Promise<LearnedMailOutput> => callFunction(name, { action: 'list', mailboxId }, LearnedMailOutput),
  })

export const useLearnedLoaded = (mailboxId: string): boolean => isAnswered(useQuery(learnedQuery(mailboxId)))

export function useDecideAboutMoves(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ folderId, learn }: { folderId: string | null; learn: boolean }) =>
      callFunction(name, { action: learn ? 'learn-moves' : 'dismiss-moves', mailboxId, folderId }, LearnedMailOutput),
    onSuccess: (learned) => client.setQueryData(learnedQuery(mailboxId).queryKey, learned),
  })
}

export function useDeleteLearned(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (learnedId: string) =>
      callFunction(name, { action: 'forget', mailboxId, learnedId }, LearnedMailOutput),
    onSuccess: (learned) => client.setQueryData(learnedQuery(mailboxId).queryKey, learned),
  })
}
