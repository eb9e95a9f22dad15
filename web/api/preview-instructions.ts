import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type LearnExamplesInput, LearnExamplesOutput } from '../../contract/functions/learn-examples.ts'
import {
  type PreviewInstructionsInput,
  PreviewInstructionsOutput,
} from '../../contract/functions/preview-instructions.ts'
import { callFunction } from './call-function.ts'
import { learnedKeys, logKeys } from './query-keys.ts'

const name = 'preview-instructions'

/** Aborted where the text changes meanwhile. */
export const instructionsPreviewQuery = (input: PreviewInstructionsInput) =>
  queryOptions({
    queryKey: [name, input.mailboxId, input],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The preview has its own retry button.
    retry: false,
    queryFn: ({ signal }): Promise<PreviewInstructionsOutput> =>
      callFunction(name, input, PreviewInstructionsOutput, signal),
  })

export function useLearnExamples(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Omit<LearnExamplesInput, 'mailboxId'>) =>
      callFunction('learn-examples', { mailboxId, ...input }, LearnExamplesOutput),
    onSuccess: () =>
      Promise.all(
        [[name, mailboxId], learnedKeys.of(mailboxId), logKeys.of(mailboxId)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
