import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { FunctionCall } from '../http/routing/route.ts'
import { userAgentMaxLength } from '../limits.ts'
import { insertAuditEvent } from '../shared/audit-log.ts'

/** The operator who acts on the page; null: the commands, whose user has the machine. */
export type ActingOperator = Pick<FunctionCall<unknown>, 'user' | 'from'> | null

interface OperatorEvent {
  action: 'account_managed' | 'server_managed'
  /** What was done, with an id where it concerns an account. */
  detail: string
}

/** Records in the operator's own account activity what was done. @param tx as accounts */
export async function recordOperatorEvent(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  by: ActingOperator,
  event: OperatorEvent,
): Promise<void> {
  if (by === null) return
  const { user, from } = by
  const userAgent = from.request.headers.get('user-agent')?.slice(0, userAgentMaxLength) || null
  const { userId, sessionId } = user
  await insertAuditEvent(tx, { userId, sessionId, ...event, ip: from.ip, userAgent, now: clock.now() })
}
