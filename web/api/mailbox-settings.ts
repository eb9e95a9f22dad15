import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { MailboxSettings, type SettingsChange } from '../../contract/functions/mailbox-settings.ts'
import { callFunction } from './call-function.ts'
import { mailboxKeys } from './query-keys.ts'

const Answer = z.object({ settings: MailboxSettings })
const name = 'mailbox-settings'

export const mailboxSettingsQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: ['mailbox-settings', mailboxId],
    // A form must start from current values.
    staleTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async (): Promise<MailboxSettings> =>
      (await callFunction(name, { action: 'read', mailboxId }, Answer)).settings,
  })

export function useSaveMailboxSettings(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (changes: SettingsChange): Promise<MailboxSettings> =>
      (await callFunction(name, { action: 'save', mailboxId, ...changes }, Answer)).settings,
    onSuccess: (settings) => {
      client.setQueryData(mailboxSettingsQuery(mailboxId).queryKey, settings)
      return client.invalidateQueries({ queryKey: mailboxKeys.all })
    },
  })
}

/** Looks for messages that no change notification reported. Found messages appear in the history. */
export const useCatchUp = (mailboxId: string) =>
  useMutation({
    mutationFn: () => callFunction(name, { action: 'catch-up', mailboxId }, z.object({ success: z.literal(true) })),
  })
