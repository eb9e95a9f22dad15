import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import { userAgentOf } from '../sessions/user-agent.ts'
import { addAuditEntry } from './queries.ts'

/** What the trail of an account can say (checklist H3). Shown to its owner in words. */
export type SecurityAction =
  | 'signed_up'
  | 'signed_in'
  | 'sign_in_failed'
  | 'second_step_passed'
  | 'second_step_failed'
  | 'signed_out'
  | 'session_ended'
  | 'refresh_token_reused'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_changed'
  | 'recovery_requested'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'data_exported'
  | 'changed_by_operator'

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
