import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { FindServersOutput } from '../../contract/functions/mail-authentication.ts'
import { callFunction } from './call-function.ts'

export type { FoundServers } from '../../contract/functions/mail-authentication.ts'

const Connected = z.object({ success: z.literal(true), mailboxId: z.string() })

export interface MailServer {
  host: string
  port: number
  security: 'tls' | 'starttls'
}

interface ConnectImap {
  email: string
  password: string
  user?: string
  imap: MailServer
  smtp?: MailServer
}

const findServers = (email: string) =>
  callFunction('mail-authentication', { action: 'find-servers', email }, FindServersOutput)

export const useFindServers = () => useMutation({ mutationFn: findServers })

/** The same for a connected mailbox. */
export const serversQuery = (email: string) =>
  queryOptions({ queryKey: ['mail-servers', email], queryFn: () => findServers(email), retry: false })

/** @returns the id of the mailbox */
export const connectImap = async (input: ConnectImap): Promise<string> =>
  (await callFunction('mail-authentication', { action: 'connect-imap', ...input }, Connected)).mailboxId

/** @returns the id of the mailbox */
export const changeMailboxPassword = async (input: { mailboxId: string; password: string }): Promise<string> =>
  (await callFunction('mail-authentication', { action: 'change-password', ...input }, Connected)).mailboxId
