import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { MailboxList, MailboxStatus } from '../../contract/functions/mail-graph.ts'
import type { Mailbox } from '../../contract/connected-mailbox.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'
import { redirectToService } from './external-redirect.ts'
import { mailboxKeys } from './query-keys.ts'

export const mailboxesQuery = queryOptions({
  queryKey: mailboxKeys.list,
  queryFn: async (): Promise<Mailbox[]> =>
    (await callFunction('microsoft-graph', { action: 'status' }, MailboxList)).mailboxes,
})

const Status = z.union([MailboxStatus, z.object({ connected: z.literal(false) })])

export const mailboxStatusQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: mailboxKeys.status(mailboxId),
    queryFn: () => callFunction('mail-graph', { action: 'status', mailboxId }, Status),
  })

const Success = z.object({ success: z.literal(true) })

/** To sign in again to a connected mailbox. */
interface ConnectAgain {
  mailboxId: string
  /** Also requests permission to send mail. */
  sending?: true
}

interface Connect {
  /** By `email` another mailbox. */
  options: ConnectAgain | { email: string }
  /** The user has given up: stays on the page. */
  signal?: AbortSignal
}

/** Redirects to the mailbox provider's sign-in. Stays pending during the redirect. */
export const useConnectMailbox = () =>
  useMutation({
    mutationFn: async ({ options, signal }: Connect): Promise<void> => {
      const input = { action: 'authorize', ...options }
      const { url } = await callFunction('mail-authentication', input, z.object({ url: z.url() }), signal)
      await redirectToService(url)
    },
  })

export function useRefreshToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mailboxId: string) => callFunction('mail-authentication', { action: 'refresh', mailboxId }, Success),
    // Not awaited: an error is shown immediately, not after refetches that may fail too.
    onSettled: () => void client.invalidateQueries({ queryKey: mailboxKeys.all }),
  })
}

export function useDisconnectMailbox() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (mailboxId: string): Promise<void> => {
      try {
        await callFunction('mail-authentication', { action: 'disconnect', mailboxId }, Success)
      } catch (error) {
        // Already disconnected in another window.
        if (!(error instanceof ApiError && error.code === 'mailbox_not_found')) throw error
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: mailboxKeys.list }),
  })
}
