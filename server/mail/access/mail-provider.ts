import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import type { DeletedMailbox } from '../mailboxes/mailbox-queries.ts'
import type { VendorError } from '../../vendors/http/vendor-error.ts'
import type { MailboxAccess } from './mailbox-access-queries.ts'

/**
 * What a failed call says about the mailbox as a whole; null: nothing.
 * - `sign-in`: the mailbox no longer accepts the sign-in
 * - `unavailable`: the account has no mailbox that can be called now
 */
export type MailboxFailureScope = 'sign-in' | 'unavailable' | null

/** A mailbox announces new email until `expiresAt`. */
interface Watch {
  id: string
  expiresAt: Date
}

/** A kind of mailbox. What differs between kinds is a member here: no other code asks which kind a mailbox is of. */
export interface MailProvider<Client extends MailboxClient = MailboxClient> {
  /** The value of `mailboxes.provider`. */
  kind: string
  /** How its users sign in; what the page shows and offers depends on it. */
  signIn: NonNullable<Mailbox['sign_in']>
  /** Whether the page can open its emails on the web. */
  hasWebLinks: boolean
  can: {
    /**
     * @param scopes what the user has agreed to; `smtp` where a server for outgoing email was named
     * @returns true, or why not
     */
    send(scopes: string | null): true | 'sending_not_allowed' | 'no_outgoing_server'
  }
  /** The category that is named like a folder, as the mailbox stores it. */
  categoryOf(name: string): string
  /** What the user has agreed to, in the user's words. */
  describePermissions(scopes: string): { scope: string; words: string }[]
  /** Signs in again with what is stored. @returns until when that is valid; null: without an end */
  renewSignIn(ctx: RemoteContext, mailboxId: string): Promise<Date | null>
  /** Makes the stored sign-in unusable: only a new one of the user opens the mailbox again. */
  deleteSignIn(ctx: Pick<Context, 'sealer'>, tx: Tx, at: { mailboxId: string; userId: string }): Promise<void>
  /** Runs `call`, and again with new tokens where the first are refused. A provider without tokens signs in itself. */
  open<T>(
    ctx: RemoteContext,
    mailboxId: string,
    call: (mailbox: Client) => Promise<T>,
    access: MailboxAccess,
  ): Promise<T>
  scopeOf(ctx: RemoteContext, mailboxId: string, error: unknown): Promise<MailboxFailureScope>
  /** Whether a call to one of its mailboxes has failed, or its sign-in, and no other vendor. */
  owns(error: VendorError): boolean
  /**
   * Makes the mailbox announce new email where real-time sorting is on, and not otherwise.
   * @param options.verify even if it is said to do so already
   * @returns null where it does not; `unreachable` where it cannot reach this server, so that the mailbox is polled
   */
  watch(ctx: Context, mailboxId: string, options?: { verify?: boolean }): Promise<Watch | null | 'unreachable'>
  /** The same in a job: a mailbox that cannot announce new email for now is tried again later. */
  keepWatching(ctx: Context, mailboxId: string): Promise<void>
  /** Ends what the provider keeps for a mailbox whose rows are deleted. */
  release(ctx: Pick<Context, 'clock' | 'vendors' | 'sealer'>, deleted: DeletedMailbox): Promise<void>
}
