import type { Claims } from '../../db/database.ts'

/** The authenticated user of a request; the access token is verified and its session active. */
export interface Caller {
  userId: string
  sessionId: string
  email: string
  /** The token's claims, as row-level security sees them. */
  claims: Claims & { sub: string }
}

/**
 * Verifies access tokens; implemented by `server/auth`, used by every module through the context. The token of an ended
 * session is refused everywhere.
 */
export interface AccessVerifier {
  /**
   * @throws AppError `unauthorized` (invalid or expired token), `session_ended`, or `second_step_required`: the user
   * has a second factor and has not verified it in this session, which may then access `/auth/v1` only
   */
  verify(token: string): Promise<Caller>
  /**
   * Removes sessions that ended or lost their second factor from this node's cache. Other nodes follow after
   * `sessionCacheMs`.
   */
  evictSessions(sessionIds: string[]): void
  /** The role of an API key; null where the key is invalid. */
  apiKeyRole(key: string): 'anon' | 'service_role' | null
  /** The public API key of the page (`/config.json`). */
  anonKey: string
}

/** The token of an `Authorization: Bearer` header (case-insensitive scheme); null where there is none. */
export function bearerToken(headers: Headers): string | null {
  const match = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')
  return match?.[1] ?? null
}
