import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  FiledSenders,
  SenderChoice,
  type SenderOrder,
  type SendersInput,
  SendersOutput,
  SendersPage,
} from '../../contract/functions/senders.ts'
import { progressPollMs } from '../limits.ts'
import { callFunction } from './call-function.ts'

const name = 'senders'
const keyOf = (mailboxId: string) => [name, mailboxId] as const

export interface SenderRange {
  order: SenderOrder
  descending: boolean
  search: string
  /** From 1 on. */
  page: number
}

/** Polled while the mailbox is read: live events may be lost. */
export const sendersQuery = (mailboxId: string, range: SenderRange) =>
  queryOptions({
    queryKey: [...keyOf(mailboxId), range],
    queryFn: ({ signal }) => callFunction(name, { action: 'list', mailboxId, ...range }, SendersPage, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.scan?.state === 'running' ? progressPollMs : false),
  })

type Change = Extract<z.input<typeof SendersInput>, { action: 'scan' | 'cancel' | 'take-back' }>

/** Begins or cancels a scan, or takes a choice back. */
export function useChangeSenders(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: DistributiveOmit<Change, 'mailboxId'>) =>
      callFunction(name, { ...change, mailboxId }, SendersOutput),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(mailboxId) }),
  })
}

type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never

interface Placing {
  addresses: string[]
  /** Null: the inbox. */
  folderId: string | null
}

/** From now on the emails of these senders go to the folder, or stay in the inbox. */
export function usePlaceSenders(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (placing: Placing) =>
      (await callFunction(name, { action: 'always', mailboxId, ...placing }, SenderChoice)).choiceId,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(mailboxId) }),
  })
}

type Filing = Omit<Extract<z.input<typeof SendersInput>, { action: 'file' }>, 'action' | 'mailboxId'>

/** Moves what these senders have in the inbox. */
export async function fileSenders(client: QueryClient, mailboxId: string, filing: Filing): Promise<FiledSenders> {
  try {
    return await callFunction(name, { action: 'file', mailboxId, ...filing }, FiledSenders)
  } finally {
    void client.invalidateQueries({ queryKey: ['tidy-up', mailboxId] })
  }
}

export function useFileSenders(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({ mutationFn: (filing: Filing) => fileSenders(client, mailboxId, filing) })
}
