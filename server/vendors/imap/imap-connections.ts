import type { ImapSession } from './imap-session.ts'
import type { MailServerAccount } from './mail-server.ts'

/** A mailbox, and the sign-in to it, which is read only where a connection has to be opened. */
export interface ImapMailboxKey {
  mailboxId: string
  account: () => Promise<MailServerAccount>
}

export interface RunOptions {
  /**
   * A connection that has just responded is used as it is: the open folder may look as it did a second ago, until
   * `refresh`. Else it is asked first what has changed.
   */
  mayBeStale?: boolean
}

/** Connections to the users' mail servers: for each mailbox one for work, and one that waits for new email. */
export interface ImapConnections {
  /**
   * Runs operations on the mailbox's connection for work, of which there is one on all nodes. It stays open for some
   * seconds, unless another node waits for it.
   */
  run<T>(mailbox: ImapMailboxKey, work: (session: ImapSession) => Promise<T>, options?: RunOptions): Promise<T>
  /**
   * Waits for new email in the inbox until the watch is taken over, `isWanted` says no, or the connection breaks.
   * @returns false where another node watches the mailbox
   */
  watch(
    mailbox: ImapMailboxKey,
    options: { isWanted: () => Promise<boolean>; onNews: () => Promise<void> },
  ): Promise<boolean>
  /** Sends a message as it is. `beforeSending` runs once the server has been reached. */
  send(
    account: MailServerAccount,
    message: { from: string; to: string[]; source: Buffer },
    beforeSending: () => Promise<void>,
  ): Promise<void>
  /** Closes the connections of a mailbox on this node. */
  close(mailboxId: string): Promise<void>
}
