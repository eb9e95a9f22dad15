import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { userAgentOf } from './user-agent.ts'
import { insertAuthEvent } from './audit-log-queries.ts'
import type { AuthAction } from './auth-action.ts'

interface AuthEvent {
  userId: string
  action: AuthAction
  sessionId?: string
  /** What the event is about, which the page shows. */
  detail?: string | null
  /** Null if no request caused the event. */
  call: Pick<RawCall, 'request' | 'ip'> | null
}

/** Records an audit event in the caller's transaction, so that the event and the change are committed together. */
export async function recordAuthEvent(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { userId, action, sessionId, detail, call }: AuthEvent,
): Promise<void> {
  await insertAuthEvent(tx, {
    userId,
    action,
    sessionId: sessionId ?? null,
    detail: detail ?? null,
    ip: call?.ip ?? null,
    userAgent: call && userAgentOf(call.request),
    now: clock.now(),
  })
}
