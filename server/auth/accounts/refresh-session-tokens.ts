import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import { rotateRefreshToken, type Rotation } from '../sessions/rotate-refresh-token.ts'
import { tokenResponseOf } from '../sessions/token-response.ts'

/** `grant_type=refresh_token`: issues a new access token and rotates the refresh token. */
export async function refreshSession(ctx: Context, call: RawCall): Promise<Response> {
  const { refresh_token: given } = readBody(call.body, { refresh_token: optionalText })
  if (!/^[A-Za-z0-9_-]{12,128}$/.test(given)) refuse(400, 'validation_failed', 'Refresh token is not valid')

  const { rotation, tokenResponse } = await rotate(ctx, given, call)
  if (tokenResponse) return jsonResponse(tokenResponse)
  return refuseRotation(ctx, rotation)
}

async function rotate(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'events' | 'sealer'>,
  given: string,
  call: RawCall,
) {
  try {
    return await ctx.db.asAccounts(async (tx) => {
      const rotation = await rotateRefreshToken(tx, ctx, given)
      if (rotation.outcome === 'reused') {
        await recordAuthEvent(tx, ctx, { ...rotation, action: 'refresh_token_reused', call })
      }
      return {
        rotation,
        tokenResponse: rotation.outcome === 'rotated' ? await tokenResponseOf(tx, ctx, rotation) : null,
      }
    })
  } catch (error) {
    if (!isContention(error)) throw error
    return refuse(409, 'conflict', 'Too many concurrent token refresh requests on the same session or refresh token')
  }
}

/** PostgreSQL error codes: lock_not_available and deadlock_detected. */
const contention: readonly unknown[] = ['55P03', '40P01']
const isContention = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && contention.includes(error.code)

function refuseRotation(ctx: Pick<Context, 'events' | 'access'>, rotation: Rotation): never {
  if (rotation.outcome === 'reused') {
    ctx.access.evictSessions([rotation.sessionId])
    ctx.events.refreshTokenReused({ userId: rotation.userId, sessionId: rotation.sessionId })
    refuse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  if (rotation.outcome === 'expired') {
    ctx.access.evictSessions([rotation.sessionId])
    refuse(400, 'session_expired', rotation.message)
  }
  if (rotation.outcome === 'banned') refuse(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  refuse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
}
