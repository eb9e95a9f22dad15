import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import type { AccessVerifier, Caller } from '../../http/request/caller.ts'
import { InvalidToken, readAccessToken, type AccessClaims } from './access-token.ts'
import { apiKeysOf, roleOfApiKey } from '../keys/api-keys.ts'
import { createVerificationKeyCache } from '../keys/verification-key-cache.ts'
import { createSessionCache } from './session-cache.ts'

/** How long another node may take to notice that a session has ended or requires a second factor. */
const sessionCacheMs = 10_000
const verificationKeyCacheMs = 10 * 60_000

interface Parts extends Pick<Context, 'db' | 'clock'> {
  /** The secret from which the two API keys are derived. */
  jwtSecret: string
  /** `${publicUrl}/auth/v1`, see `issuerOf`. */
  issuer: string
}

/** Verifies access tokens for tables and functions. Cached keys and sessions need no query. */
export function createAccessVerifier({ db, clock, jwtSecret, issuer }: Parts): AccessVerifier {
  const apiKeys = apiKeysOf(jwtSecret)
  const keys = createVerificationKeyCache({ db, clock }, verificationKeyCacheMs)
  const sessions = createSessionCache({ db, clock }, sessionCacheMs)

  const read = async (token: string): Promise<AccessClaims> => {
    try {
      return await readAccessToken(token, { keyOf: (kid) => keys.keyOf(kid), issuer, now: clock.now() })
    } catch (error) {
      if (error instanceof InvalidToken) fail('unauthorized')
      throw error
    }
  }

  return {
    async verify(token): Promise<Caller> {
      const claims = await read(token)
      const status = await sessions.statusOf(claims.session_id, claims.sub)
      if (status === 'ended') fail('session_ended')
      if (status === 'aal2_required') fail('second_step_required')
      return { userId: claims.sub, sessionId: claims.session_id, email: claims.email, claims }
    },
    evictSessions: (sessionIds) => sessions.evict(sessionIds),
    apiKeyRole: (key) => roleOfApiKey(apiKeys, key),
    anonKey: apiKeys.anon,
  }
}
