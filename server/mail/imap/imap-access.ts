import type { Context } from '../../context.ts'
import type { RunOptions } from '../../vendors/imap/imap-connections.ts'
import type { ImapSession } from '../../vendors/imap/imap-session.ts'

/** What the operations on one mailbox share. */
export interface ImapAccess {
  ctx: Pick<Context, 'clock' | 'db'>
  mailboxId: string
  userId: string
  /** The user's own address. */
  address: string
  /** Runs operations on the mailbox's one connection, while no others run. */
  run: <T>(work: (session: ImapSession) => Promise<T>, options?: RunOptions) => Promise<T>
  /** Sends a message as it is. `beforeSending` runs when the server has accepted the sign-in. */
  send(message: { to: string[]; source: Buffer }, beforeSending: () => Promise<void>): Promise<void>
}
