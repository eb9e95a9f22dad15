/** Runs the calls of a mailbox; at most `mailboxConcurrency` of them are in flight on all nodes together. */
export interface MailboxLimiter {
  /** @throws PausedError where the provider has requested one while the call waited */
  run<T>(mailboxId: string, work: () => Promise<T>, options?: MailboxCallOptions): Promise<T>
}

export interface MailboxCallOptions {
  /** The call finds out whether the mailbox is back, so that a pause does not stop it. */
  ignorePause?: boolean
}
