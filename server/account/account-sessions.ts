import type { z } from 'zod'
import {
  AccountSessionsInput,
  AccountSessionsOutput,
  type AccountSession,
} from '../../contract/functions/account-sessions.ts'
import { recordAuthEvent } from '../auth/audit-log/record-auth-event.ts'
import { endSessions, activeSessionsOf, type Session } from '../auth/sessions/session-queries.ts'
import { idleSince } from '../auth/sessions/session-limits.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'

/** Lists the user's sessions and ends one of them. */
export const accountSessions = functionRoute('account-sessions', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: AccountSessionsInput,
  output: AccountSessionsOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof AccountSessionsOutput>> {
    const { userId } = user
    if (input.action === 'list') {
      const now = ctx.clock.now()
      const live = await ctx.db.asAccounts((tx) => activeSessionsOf(tx, userId, { now, idleSince: idleSince(now) }))
      return { sessions: live.map((session) => present(session, user.sessionId)) }
    }
    const { sessionId } = input
    const ended = await ctx.db.asAccounts(async (tx) => {
      const ids = await endSessions(tx, { userId, sessionId, scope: 'local' })
      if (ids.length > 0) await recordAuthEvent(tx, ctx, { userId, sessionId, action: 'session_ended', call: from })
      return ids
    })
    if (ended.length === 0) fail('session_not_found')
    ctx.access.evictSessions(ended)
    ctx.events.signedOut({ userId, scope: 'one', sessions: 1 })
    return { success: true }
  },
})

const present = (session: Session, current: string): AccountSession => ({
  id: session.id,
  current: session.id === current,
  createdAt: session.created_at.toISOString(),
  lastUsedAt: session.refreshed_at.toISOString(),
  userAgent: session.user_agent,
  ip: session.ip,
  aal: session.aal,
})
