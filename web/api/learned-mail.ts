import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { LearnedMailOutput } from '../../contract/functions/learned-mail.ts'
import { callFunction } from './call-function.ts'
import { learnedKeys } from './query-keys.ts'

const name = 'learned-mail'
/** Rules learned from corrections, over all folders of a mailbox. */
export const learnedQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: learnedKeys.of(mailboxId),
    queryFn: (): Promise<LearnedMailOutput> => callFunction(name, { action: 'list', mailboxId }, LearnedMailOutput),
  })

export function useDeleteLearned(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (learnedId: string) =>
      callFunction(name, { action: 'forget', mailboxId, learnedId }, LearnedMailOutput),
    onSuccess: (learned) => client.setQueryData(learnedQuery(mailboxId).queryKey, learned),
  })
}
