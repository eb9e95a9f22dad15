/**
 * Why a mailbox cannot be used at all, whatever the call:
 * - `auth`: Microsoft no longer accepts our sign-in; only the person can change that
 * - `unavailable`: inactive, soft-deleted or hosted on-premise
 * - `gone`: disconnected meanwhile
 */
export class MailboxProblem extends Error {
  readonly kind: 'auth' | 'unavailable' | 'gone'

  constructor(kind: MailboxProblem['kind'], cause?: unknown) {
    super(`The mailbox cannot be used: ${kind}`, cause === undefined ? undefined : { cause })
    this.name = 'MailboxProblem'
    this.kind = kind
  }
}
