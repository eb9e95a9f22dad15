import type { Context } from '../context.ts'
import type { Grant } from '../grants/grant.ts'
import { ServiceError } from '../vendors/services/service-error.ts'
import type { Service } from '../vendors/vendors.ts'
import { ConnectionAccessError } from './connection-access-error.ts'
import {
  connectionTokenSealContext,
  findConnection,
  lockConnectionPause,
  replaceConnectionTokens,
  saveConnectionPause,
  tokenEndpointOf,
  type Connection,
  type ConnectionKey,
} from './connection-queries.ts'
import { requireSignIn } from './require-sign-in.ts'

/** The grant of a user at a connected service. */
export const connectionGrant = (
  ctx: Pick<Context, 'clock' | 'events'>,
  { userId, provider }: ConnectionKey,
  { auth, limiter }: Service,
): Grant<Connection> => {
  const at = { userId, provider }
  return {
    key: `${provider}/${userId}`,
    breakers: { calls: provider, tokens: tokenEndpointOf(provider) },
    limiter,
    sealContextOf: () => connectionTokenSealContext(at),
    load: (tx, lock) => findConnection(tx, at, lock),
    needsSignIn: ({ status }) => status === 'needs_reauth',
    refresh: (refreshToken) => auth.refresh(refreshToken),
    async saveTokens(tx, row, tokens) {
      // Services may omit unchanged scopes (RFC 6749, section 6).
      const saved = { ...tokens, scopes: tokens.scopes || row.scopes }
      await replaceConnectionTokens(tx, at, row.generation, saved)
      return { ...row, ...saved, generation: row.generation + 1 }
    },
    requireSignIn: (tx, { generation }) => requireSignIn(tx, ctx, at, generation),
    signInRequired: () => ctx.events.serviceNeedsSignIn(at),
    isEnded: (error) => error instanceof ServiceError && error.refusal === 'signed_out',
    refreshError: retryableError,
    lockPause: (tx) => lockConnectionPause(tx, at),
    savePause: (tx, change) => saveConnectionPause(tx, at, change),
    isUnauthorized: (error) => error instanceof ServiceError && error.refusal === 'unauthorized',
    unusable: (reason, cause) =>
      new ConnectionAccessError(provider, reason === 'missing' ? 'not_connected' : 'signed_out', cause),
  }
}

/**
 * The caller's request was not made, so it may be retried whatever the outcome of the refresh. A refused refresh means
 * that our client registration is wrong (secret, scopes), which only the operator can correct.
 */
function retryableError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error
  const { vendor, status, code, retryAfterMs } = error
  return new ServiceError(vendor, 'later', { status, code, retryAfterMs, cause: error })
}
