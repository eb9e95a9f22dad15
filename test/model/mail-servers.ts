import { startImap } from './imap-server.ts'
import { startOutlook } from './outlook-server.ts'

/** The kinds of mailbox that the model drives. */
export const mailServers = { outlook: startOutlook, imap: startImap }
export type MailServerKind = keyof typeof mailServers
