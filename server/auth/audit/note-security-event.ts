import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import { userAgentOf } from '../sessions/user-agent.ts'
import { addAuditEntry } from './queries.ts'
import type { SecurityAction } from './security-action.ts'

interface SecurityEvent {
  userId: string
  action: SecurityAction
  sessionId?: string
  /** Null where no request is behind it. */
  call: Pick<RawCall, 'request' | 'ip'> | null
}

/** Adds to the trail in the transaction it is about, so that neither is there without the other. */
export async function noteSecurityEvent(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { userId, action, sessionId, call }: SecurityEvent,
): Promise<void> {
  await addAuditEntry(tx, {
    userId,
    action,
    sessionId: sessionId ?? null,
    ip: call?.ip ?? null,
    userAgent: call && userAgentOf(call.request),
    now: clock.now(),
  })
}
