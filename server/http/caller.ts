import type { Claims } from '../db/database.ts'

/** Who calls, once the bearer token has been verified and its session found alive. */
export interface Caller {
  userId: string
  sessionId: string
  email: string
  /** The token's claims, as row-level security sees them. */
  claims: Claims & { sub: string }
}

/**
 * Verifies access tokens; made by the auth room, used by every room through the context.
 * A token of an ended session is refused by auth, tables and functions alike (decision 18).
 */
export interface AccessVerifier {
  /**
   * @throws Failure `unauthorized` (bad or expired token), `session_ended`, or `second_step_required` where the person has set up a
   * second step and not taken it in this session: such a session reaches the auth room alone
   */
  verify(token: string): Promise<Caller>
  /** These sessions have just ended, or fell back behind their second step: on this node at once, on others when their short cache runs out. */
  forget(sessionIds: string[]): void
  /** The role that an `apikey` stands for, null where it is not one of ours. */
  apiKeyRole(key: string): 'anon' | 'service_role' | null
  /** The public key that the page is built with (`/config.json`). */
  anonKey: string
}

/** The token of an `Authorization: Bearer …` header (the scheme in any case), null where there is none. */
export function bearerToken(headers: Headers): string | null {
  const match = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')
  return match?.[1] ?? null
}
