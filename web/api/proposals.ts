import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ProposedInstructions,
  type ProposeInstructionsInput,
  ProposeInstructionsOutput,
} from '../../contract/functions/propose-instructions.ts'
import { callFunction } from './call-function.ts'
import { folderKeys, foldersQuery } from './folders.ts'

async function ask(input: ProposeInstructionsInput): Promise<ProposedInstructions[]> {
  return (await callFunction('propose-instructions', input, ProposeInstructionsOutput)).proposals
}

/** Read anew with the folders: one that has instructions by now needs no proposal. */
export const proposalsQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: [...folderKeys.of(mailboxId), 'proposals'],
    queryFn: () => ask({ action: 'list', mailboxId }),
  })

export type ProposalAnswer =
  | { action: 'accept'; accepted: { folderId: string; instructions: string }[] }
  | { action: 'dismiss'; folderId: string }

export function useAnswerProposals(mailboxId: string) {
  const client = useQueryClient()
  const { queryKey } = proposalsQuery(mailboxId)
  return useMutation({
    mutationFn: (answer: ProposalAnswer) => ask({ ...answer, mailboxId }),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (proposals) => {
      client.setQueryData(queryKey, proposals)
      void client.invalidateQueries({ queryKey: foldersQuery(mailboxId).queryKey, exact: true })
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
