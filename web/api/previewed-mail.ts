import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type PreviewedMailInput, PreviewedMailOutput } from '../../contract/functions/previewed-mail.ts'
import { callFunction } from './call-function.ts'

const ask = (input: PreviewedMailInput): Promise<PreviewedMailOutput> =>
  callFunction('previewed-mail', input, PreviewedMailOutput)

/** Messages that would have been sorted while the mailbox is in preview. */
export const previewedMailQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: ['previewed-mail', mailboxId],
    queryFn: () => ask({ action: 'status', mailboxId }),
  })

export function useChangePreview(mailboxId: string) {
  const client = useQueryClient()
  const { queryKey } = previewedMailQuery(mailboxId)
  return useMutation({
    mutationFn: (action: 'sort' | 'stop') => ask({ action, mailboxId }),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (status) => client.setQueryData(queryKey, status),
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
