import { useMutation } from '@tanstack/react-query'
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

export const useFindServers = () =>
  useMutation({
    mutationFn: (email: string) =>
      callFunction('mail-authentication', { action: 'find-servers', email }, FindServersOutput),
  })

/** @returns the id of the mailbox */
export const connectImap = async (input: ConnectImap): Promise<string> =>
  (await callFunction('mail-authentication', { action: 'connect-imap', ...input }, Connected)).mailboxId

/** @returns the id of the mailbox */
export const changeMailboxPassword = async (input: { mailboxId: string; password: string }): Promise<string> =>
  (await callFunction('mail-authentication', { action: 'change-password', ...input }, Connected)).mailboxId
