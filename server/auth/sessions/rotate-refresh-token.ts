import { createHmac } from 'node:crypto'
import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { userById, type User } from '../user-rows/user-queries.ts'
import {
  activeChildOf,
  insertRefreshToken,
  endSessions,
  lockSession,
  refreshTokenByHash,
  revokeRefreshToken,
  touchSession,
  type RefreshToken,
  type Session,
} from './session-queries.ts'
import { expiryOf } from './session-limits.ts'

/**
 * A used refresh token returns its child again for this long: for two tabs, and for a client that lost the response.
 */
const refreshTokenGraceMs = 10_000

export type Rotation =
  | { outcome: 'rotated'; user: User; session: Session; refreshToken: string }
  | { outcome: 'unknown' }
  | { outcome: 'banned' }
  | { outcome: 'expired'; message: string; sessionId: string }
  | { outcome: 'reused'; sessionId: string; userId: string }

/**
 * Rotates a refresh token (RFC 6749, section 10.4). Reuse outside the grace period ends the session. Returns outcomes
 * instead of throwing them, because the end of the session must be committed although the request fails.
 */
export async function rotateRefreshToken(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'sealer'>,
  given: string,
): Promise<Rotation> {
  const now = ctx.clock.now()
  const hash = hashSecret(given)
  const sessionId = (await refreshTokenByHash(tx, hash))?.session_id
  const session = sessionId && (await lockSession(tx, sessionId))
  // Read again: a concurrent request may have used the token.
  const token = session && (await refreshTokenByHash(tx, hash))
  const user = session && (await userById(tx, session.user_id))
  if (!session || !token || !user) return { outcome: 'unknown' }

  const end = () => endSessions(tx, { userId: user.id, sessionId: session.id, scope: 'local' })
  if (user.banned_until && user.banned_until > now) return { outcome: 'banned' }
  const expired = expiryOf(session, now)
  if (expired !== null) {
    await end()
    return { outcome: 'expired', message: expired, sessionId: session.id }
  }

  const refreshToken =
    token.revoked_at === null ? await issueChild(tx, ctx, given, token) : await reissueChild(tx, ctx, given, token)
  if (refreshToken === null) {
    await end()
    return { outcome: 'reused', sessionId: session.id, userId: user.id }
  }
  await touchSession(tx, session.id, now)
  return { outcome: 'rotated', user, session, refreshToken }
}

async function issueChild(
  tx: Tx,
  { clock, sealer }: Pick<Context, 'clock' | 'sealer'>,
  given: string,
  parent: RefreshToken,
) {
  const now = clock.now()
  const seed = randomSecret()
  const child = childToken(given, seed)
  await revokeRefreshToken(tx, parent.id, { childSeedSealed: sealer.seal(sealContext(parent), seed), now })
  await insertRefreshToken(tx, {
    session: { id: parent.session_id, user_id: parent.user_id },
    hash: hashSecret(child),
    parentId: parent.id,
    now,
  })
  return child
}

/**
 * The active child of a token that was used within the grace period; null if it is over or the child was used itself.
 */
async function reissueChild(
  tx: Tx,
  { clock, sealer }: Pick<Context, 'clock' | 'sealer'>,
  given: string,
  parent: RefreshToken,
) {
  if (parent.revoked_at === null || parent.child_seed_sealed === null) return null
  if (addMs(parent.revoked_at, refreshTokenGraceMs) < clock.now()) return null
  const child = childToken(given, sealer.open(sealContext(parent), parent.child_seed_sealed))
  const active = await activeChildOf(tx, parent.id)
  return active?.token_hash.equals(hashSecret(child)) ? child : null
}

/**
 * Only hashes of tokens are stored, yet the grace period must return the child again. It is derived from the parent,
 * which only the client has, and a random seed, which only the server can unseal.
 */
const childToken = (parent: string, seed: string): string =>
  createHmac('sha256', seed).update(parent).digest('base64url')

const sealContext = (token: RefreshToken): string => `auth.refresh_tokens/child_seed/${token.id}`
