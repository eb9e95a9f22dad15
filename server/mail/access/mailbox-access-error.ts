/**
 * Why a mailbox cannot be used, whatever the call:
 * - `auth`: Microsoft no longer accepts the grant; the user must sign in again
 * - `unavailable`: inactive, soft-deleted or hosted on-premise
 * - `gone`: disconnected meanwhile
 */
export class MailboxAccessError extends Error {
  readonly kind: 'auth' | 'unavailable' | 'gone'

  constructor(kind: MailboxAccessError['kind'], cause?: unknown) {
    super(`The mailbox cannot be used: ${kind}`, cause === undefined ? undefined : { cause })
    this.name = 'MailboxAccessError'
    this.kind = kind
  }
}
