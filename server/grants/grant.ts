import type { Account, AccountRow } from '../outages/call-account.ts'
import type { ProviderState } from '../outages/queries.ts'
import type { Tx } from '../db/database.ts'
import type { ConcurrencyLimiter } from '../vendors/http/concurrency-limiter.ts'
import type { ProviderTokens } from '../vendors/services/service-auth.ts'
import type { SealedTokens } from './sealed-tokens.ts'

export interface GrantRow extends SealedTokens, AccountRow {
  /** Incremented with each new pair of tokens. */
  generation: number
  token_provider_state: ProviderState
}

/**
 * One user's OAuth grant at one provider: where its tokens are stored, how they are refreshed, and what follows when it
 * ends.
 */
export interface Grant<Row extends GrantRow> extends Account<Row> {
  /** Valid tokens remain usable while the provider refuses to refresh others. */
  breakers: { calls: string; tokens: string }
  /** Limits concurrent refreshes in this process. */
  readonly limiter: ConcurrencyLimiter
  /** See `sealTokens`. */
  sealContextOf(row: Row): string
  refresh(refreshToken: string): Promise<ProviderTokens>
  /** Whether another account has valid access tokens of the provider; for accounts that are in use all the time. */
  areOthersAccepted?: (tx: Tx, now: Date) => Promise<boolean>
  /** Stores refreshed tokens over the generation that they were made from. @returns the new row */
  saveTokens(tx: Tx, row: Row, tokens: SealedTokens): Promise<Row>
  /**
   * Marks the generation of the row as refused.
   * @returns whether the user must now sign in and did not have to before
   */
  requireSignIn(tx: Tx, row: Row): Promise<boolean>
  /** Called once the transaction of `requireSignIn` has committed. */
  signInRequired(): void
  /**
   * Whether a failed refresh means that the grant has ended: expired, revoked by the user, or withdrawn by an
   * administrator.
   */
  isEnded(error: unknown): boolean
  /** Reports any other failed refresh. @returns the error to throw */
  refreshError(error: unknown): unknown
  /** The provider refuses the access token of a call. */
  isUnauthorized(error: unknown): boolean
}
