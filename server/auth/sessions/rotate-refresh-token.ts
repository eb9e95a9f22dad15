import { createHmac } from 'node:crypto'
import { later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { userById, type User } from '../queries.ts'
import {
  activeChildOf,
  addRefreshToken,
  endSessions,
  lockSession,
  refreshTokenByHash,
  revokeRefreshToken,
  touchSession,
  type RefreshToken,
  type Session,
} from './queries.ts'
import { expiryOf } from './session-limits.ts'

/** How long a used token still gives its child again: for two tabs, and for a client that lost the answer (decision 18). */
const graceMs = 10_000

export type Rotation =
  | { outcome: 'rotated'; user: User; session: Session; refreshToken: string }
  | { outcome: 'unknown' }
  | { outcome: 'banned' }
  | { outcome: 'expired'; message: string; sessionId: string }
  | { outcome: 'reused'; sessionId: string; userId: string }

/**
 * Uses a refresh token. Everything about one session happens one after the other. Outcomes are answered, not thrown: the end of a
 * family must be committed although the request fails.
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
  // Read again: while this request waited for the session, another may have used the token.
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
    token.revoked_at === null ? await makeChild(tx, ctx, given, token) : await childAgain(tx, ctx, given, token)
  if (refreshToken === null) {
    await end()
    return { outcome: 'reused', sessionId: session.id, userId: user.id }
  }
  await touchSession(tx, session.id, now)
  return { outcome: 'rotated', user, session, refreshToken }
}

async function makeChild(
  tx: Tx,
  { clock, sealer }: Pick<Context, 'clock' | 'sealer'>,
  given: string,
  parent: RefreshToken,
) {
  const now = clock.now()
  const seed = randomSecret()
  const child = childToken(given, seed)
  await revokeRefreshToken(tx, parent.id, { childSeedSealed: sealer.seal(placeOf(parent), seed), now })
  await addRefreshToken(tx, {
    session: { id: parent.session_id, user_id: parent.user_id },
    hash: hashSecret(child),
    parentId: parent.id,
    now,
  })
  return child
}

/** The child of a token that was used a moment ago, null where it was longer ago or the child has been used itself. */
async function childAgain(
  tx: Tx,
  { clock, sealer }: Pick<Context, 'clock' | 'sealer'>,
  given: string,
  parent: RefreshToken,
) {
  if (parent.revoked_at === null || parent.child_seed_sealed === null) return null
  if (later(parent.revoked_at, graceMs) < clock.now()) return null
  const child = childToken(given, sealer.open(placeOf(parent), parent.child_seed_sealed))
  const active = await activeChildOf(tx, parent.id)
  return active?.token_hash.equals(hashSecret(child)) ? child : null
}

/**
 * Only hashes of tokens are kept, yet the child must be found again for those who still hold the parent: it is made of
 * the parent, which only the client has, and of a random seed, which only the server can unseal.
 */
const childToken = (parent: string, seed: string): string =>
  createHmac('sha256', seed).update(parent).digest('base64url')

const placeOf = (token: RefreshToken): string => `auth.refresh_tokens/child_seed/${token.id}`
