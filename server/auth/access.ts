import { minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import type { AccessVerifier, Caller } from '../http/caller.ts'
import { BadToken, readAccessToken, type AccessClaims } from './keys/access-token.ts'
import { apiKeysOf, roleOfApiKey } from './keys/api-keys.ts'
import { createKeyCache } from './keys/key-cache.ts'
import { createSessionCache } from './sessions/session-cache.ts'

interface Parts extends Pick<Context, 'db' | 'clock'> {
  /** The secret that the two API keys are made from. */
  jwtSecret: string
  /** `${publicUrl}/auth/v1`, see `issuerOf`. */
  issuer: string
}

const keysKeptMs = minutes(10)
/** How long another node may take to notice that a session has ended or needs a second step (decision 18). */
const sessionsKeptMs = 10_000

/** Checks the tokens of tables and functions. No query where keys and session were looked at lately. */
export function createAccessVerifier({ db, clock, jwtSecret, issuer }: Parts): AccessVerifier {
  const apiKeys = apiKeysOf(jwtSecret)
  const keys = createKeyCache({ db, clock }, keysKeptMs)
  const sessions = createSessionCache({ db, clock }, sessionsKeptMs)

  const read = async (token: string): Promise<AccessClaims> => {
    try {
      return await readAccessToken(token, { keyOf: (kid) => keys.keyOf(kid), issuer, now: clock.now() })
    } catch (error) {
      if (error instanceof BadToken) fail('unauthorized')
      throw error
    }
  }

  return {
    async verify(token): Promise<Caller> {
      const claims = await read(token)
      const standing = await sessions.standingOf(claims.session_id, claims.sub)
      if (standing === 'ended') fail('session_ended')
      if (standing === 'halfway') fail('second_step_required')
      return { userId: claims.sub, sessionId: claims.session_id, email: claims.email, claims }
    },
    forget: (sessionIds) => sessions.forget(sessionIds),
    apiKeyRole: (key) => roleOfApiKey(apiKeys, key),
    anonKey: apiKeys.anon,
  }
}
