import type { Pause } from '../outages/back-off.ts'
import type { ProviderState } from '../outages/queries.ts'
import type { Tx } from '../db/database.ts'
import type { ConcurrencyLimiter } from '../vendors/http/concurrency-limiter.ts'
import type { ProviderTokens } from '../vendors/services/service-auth.ts'
import type { VendorError } from '../vendors/http/vendor-error.ts'
import type { SealedTokens } from './sealed-tokens.ts'

export interface GrantRow extends SealedTokens, Pause {
  /** Incremented with each new pair of tokens. */
  generation: number
  /** The circuit breakers of the provider's API and of its token endpoint. */
  provider_state: ProviderState
  token_provider_state: ProviderState
}

/**
 * One user's OAuth grant at one provider: where its tokens are stored, how they are refreshed, and what follows when it
 * ends.
 */
export interface Grant<Row extends GrantRow> {
  /** Identifies the grant among those that share `limiter`. */
  key: string
  /** Circuit breakers: valid tokens remain usable while the provider refuses to refresh others. */
  providers: { calls: string; tokens: string }
  /** Limits concurrent refreshes in this process. */
  readonly limiter: ConcurrencyLimiter
  /** See `sealTokens`. */
  sealContextOf(row: Row): string
  /** @param lock locks the row until the transaction ends */
  load(tx: Tx, lock: boolean): Promise<Row | null>
  /** The provider has refused the grant, or its tokens: no call is made until the user signs in again. */
  needsSignIn(row: Row): boolean
  /** @throws where calls are stopped for a reason other than a pause */
  requireAllowed?(row: Row): void
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
  /** Locks the account's schedule until the transaction ends. */
  lockPause(tx: Tx): Promise<Pause | null>
  savePause(tx: Tx, change: Partial<Pause>): Promise<void>
  /** The provider refuses the access token of a call. */
  isUnauthorized(error: unknown): boolean
  unusable(reason: 'missing' | 'needs_sign_in', cause?: unknown): Error
  /** The error of a call that is not made because the account or the provider has to wait. */
  paused: (waitMs: number) => VendorError
}
