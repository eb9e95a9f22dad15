import { z } from 'zod'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { refuse } from '../protocol/auth-error.ts'
import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { authRoute } from '../protocol/auth-route.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { requireSession } from '../sessions/require-session.ts'
import { quotedParameterMaxLength } from '../limits.ts'

const Scope = z.enum(['global', 'local', 'others'])

/**
 * Ends this session, all of the user's sessions, or all others. Their access tokens are refused immediately by every
 * module.
 */
export const signOut = authRoute({
  method: 'POST',
  path: '/logout',
  limit: routeLimits.signOut,
  async handle(ctx, call) {
    const requestedScope = call.url.searchParams.get('scope')
    const scope = Scope.safeParse(requestedScope || 'global')
    const { userId, ended } = await ctx.db.asAccounts(async (tx) => {
      const { user, session } = await requireSession(tx, ctx, call.request.headers)
      if (!scope.success)
        refuse(
          400,
          'validation_failed',
          `Unsupported logout scope "${requestedScope?.slice(0, quotedParameterMaxLength)}"`,
        )
      const ended = await endSessions(tx, { userId: user.id, sessionId: session.id, scope: scope.data })
      for (const sessionId of ended) {
        const action = sessionId === session.id ? 'signed_out' : 'session_ended'
        await recordAuthEvent(tx, ctx, { userId: user.id, action, sessionId, call })
      }
      return { userId: user.id, ended }
    })
    ctx.access.evictSessions(ended)
    ctx.events.signedOut({ userId, scope: scope.data ?? 'global', sessions: ended.length })
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  },
})
