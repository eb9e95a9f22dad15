import type { z } from 'zod'
import {
  AccountSessionsInput,
  AccountSessionsOutput,
  type AccountSession,
} from '../../contract/functions/account-sessions.ts'
import { noteSecurityEvent } from '../auth/audit/note-security-event.ts'
import { endSessions, liveSessionsOf, type Session } from '../auth/sessions/queries.ts'
import { idleSince } from '../auth/sessions/session-limits.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'

/** Where a person is signed in, and the way to sign a device out (checklist B15). */
export const accountSessions = fn('account-sessions', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: AccountSessionsInput,
  output: AccountSessionsOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof AccountSessionsOutput>> {
    const { userId } = user
    if (input.action === 'list') {
      const now = ctx.clock.now()
      const live = await ctx.db.asAccounts((tx) => liveSessionsOf(tx, userId, { now, idleSince: idleSince(now) }))
      return { sessions: live.map((session) => present(session, user.sessionId)) }
    }
    const { sessionId } = input
    const ended = await ctx.db.asAccounts(async (tx) => {
      const ids = await endSessions(tx, { userId, sessionId, scope: 'local' })
      if (ids.length > 0) await noteSecurityEvent(tx, ctx, { userId, sessionId, action: 'session_ended', call: from })
      return ids
    })
    if (ended.length === 0) fail('session_not_found')
    ctx.access.forget(ended)
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
