import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { MailboxList, MailboxStatus } from '../../contract/functions/mail-graph.ts'
import type { Mailbox } from '../../contract/mailbox.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'
import { leaveFor } from './leave-page.ts'

export const mailboxKeys = {
  all: ['mailboxes'],
  list: ['mailboxes', 'list'],
  status: (id: string) => ['mailboxes', 'status', id],
} as const

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

/** Signing in again to a mailbox that is connected, and asking for sending mail with it. */
interface ConnectWish {
  mailboxId: string
  sending?: true
}

/** Sends the browser to the mailbox provider's sign-in. It stays pending while the page is being left. */
export const useConnectMailbox = () =>
  useMutation({
    mutationFn: async (wish?: ConnectWish): Promise<void> => {
      const asked = { action: 'authorize', ...wish }
      const { url } = await callFunction('mail-authentication', asked, z.object({ url: z.url() }))
      await leaveFor(url)
    },
  })

export function useRefreshToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mailboxId: string) => callFunction('mail-authentication', { action: 'refresh', mailboxId }, Success),
    // Not waited for: a failure is told at once, not after reads that may fail as well.
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
        // Disconnected meanwhile in another window: what was asked for is done.
        if (!(error instanceof ApiError && error.code === 'mailbox_not_found')) throw error
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: mailboxKeys.list }),
  })
}
