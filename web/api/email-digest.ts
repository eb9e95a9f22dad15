import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { EmailDigestOutput, type EmailDigestInput } from '../../contract/functions/email-digest.ts'
import { callFunction } from './call-function.ts'

export const emailDigestQuery = queryOptions({
  queryKey: ['email-digest'],
  queryFn: () => callFunction('email-digest', { action: 'read' }, EmailDigestOutput),
})

type Choices = Omit<Extract<EmailDigestInput, { action: 'save' }>, 'action'>

/** Choices that follow each other are saved in their order. */
export function useSaveEmailDigest() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'email-digest' },
    mutationFn: (choices: Choices) => callFunction('email-digest', { action: 'save', ...choices }, EmailDigestOutput),
    onSuccess: (digest) => client.setQueryData(emailDigestQuery.queryKey, digest),
  })
}

/** Sends the confirmation link again. */
export function useRequestDigestConfirmation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callFunction('email-digest', { action: 'confirm' }, EmailDigestOutput),
    onSuccess: (digest) => client.setQueryData(emailDigestQuery.queryKey, digest),
  })
}
