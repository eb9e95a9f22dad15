import type { Context } from '../context.ts'
import type { RawCall } from '../http/route.ts'
import { noteSecurityEvent } from './audit/note-security-event.ts'
import { refuse } from './protocol/auth-error.ts'
import { answerJson } from './protocol/auth-route.ts'
import { optionalText, readBody } from './protocol/read-body.ts'
import { rotateRefreshToken, type Rotation } from './sessions/rotate-refresh-token.ts'
import { sessionAnswer } from './sessions/session-answer.ts'

/** A session goes on: fresh access token, and a new refresh token in place of the one given. */
export async function refreshSession(ctx: Context, call: RawCall): Promise<Response> {
  const { refresh_token: given } = readBody(call.body, { refresh_token: optionalText })
  if (!/^[A-Za-z0-9_-]{12,128}$/.test(given)) refuse(400, 'validation_failed', 'Refresh token is not valid')

  const { rotation, answer } = await rotate(ctx, given, call)
  if (answer) return answerJson(answer)
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
        await noteSecurityEvent(tx, ctx, { ...rotation, action: 'refresh_token_reused', call })
      }
      return { rotation, answer: rotation.outcome === 'rotated' ? await sessionAnswer(tx, ctx, rotation) : null }
    })
  } catch (error) {
    if (!isContention(error)) throw error
    return refuse(409, 'conflict', 'Too many concurrent token refresh requests on the same session or refresh token')
  }
}

/** PostgreSQL's words for "waited too long" and "each waits for the other". */
const contention: readonly unknown[] = ['55P03', '40P01']
const isContention = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && contention.includes(error.code)

function refuseRotation(ctx: Pick<Context, 'events' | 'access'>, rotation: Rotation): never {
  if (rotation.outcome === 'reused') {
    ctx.access.forget([rotation.sessionId])
    ctx.events.refreshTokenReused({ userId: rotation.userId, sessionId: rotation.sessionId })
    refuse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  if (rotation.outcome === 'expired') {
    ctx.access.forget([rotation.sessionId])
    refuse(400, 'session_expired', rotation.message)
  }
  if (rotation.outcome === 'banned') refuse(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  refuse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
}
