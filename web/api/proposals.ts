import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ProposedInstructions,
  type ProposeInstructionsInput,
  ProposeInstructionsOutput,
} from '../../contract/functions/propose-instructions.ts'
import { callFunction } from './call-function.ts'
import { foldersQuery } from './folders.ts'
import { folderKeys } from './query-keys.ts'

async function callProposals(input: ProposeInstructionsInput): Promise<ProposedInstructions[]> {
  return (await callFunction('propose-instructions', input, ProposeInstructionsOutput)).proposals
}

/** Shares the key prefix of the folders: a folder that has instructions needs no proposal. */
export const proposalsQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: [...folderKeys.of(mailboxId), 'proposals'],
    queryFn: () => callProposals({ action: 'list', mailboxId }),
  })

export type ProposalAnswer =
  | { action: 'accept'; accepted: { folderId: string; instructions: string }[] }
  | { action: 'dismiss'; folderId: string }

export function useAnswerProposals(mailboxId: string) {
  const client = useQueryClient()
  const { queryKey } = proposalsQuery(mailboxId)
  return useMutation({
    mutationFn: (answer: ProposalAnswer) => callProposals({ ...answer, mailboxId }),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (proposals) => {
      client.setQueryData(queryKey, proposals)
      void client.invalidateQueries({ queryKey: foldersQuery(mailboxId).queryKey, exact: true })
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
