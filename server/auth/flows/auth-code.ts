import { minutes, later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import type { FirstStep } from '../../../contract/fresh-proof.ts'
import { changeFlowState, lockFlowState } from './queries.ts'

/** The protocol's 300 seconds: the client trades the code as soon as the browser is back. */
const codeMs = minutes(5)

interface Grant {
  flowStateId: string
  userId: string
  /** How the session that the code gives will say it began. */
  method: FirstStep
}

/**
 * The code of a flow whose person has just proved who they are.
 * @returns null where there is no such flow any more
 */
export async function grantAuthCode(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { flowStateId, userId, method }: Grant,
): Promise<string | null> {
  const now = clock.now()
  const flow = await lockFlowState(tx, flowStateId)
  if (!flow || flow.expires_at <= now) return null
  const code = randomSecret()
  await changeFlowState(tx, flow.id, {
    auth_code_hash: hashSecret(code),
    user_id: userId,
    authentication_method: method,
    expires_at: later(now, codeMs),
  })
  return code
}
