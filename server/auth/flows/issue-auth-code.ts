import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import type { FirstFactorMethod } from '../../../contract/recent-authentication.ts'
import { updateFlowState, lockFlowState } from './flow-state-queries.ts'

/** As in GoTrue; the client exchanges the code as soon as the browser returns. */
const authCodeMs = 5 * 60_000

interface AuthCodeRequest {
  flowStateId: string
  userId: string
  /** The first `amr` entry of the session that the code will be exchanged for. */
  method: FirstFactorMethod
}

/**
 * Issues the authorization code of a flow whose user has just authenticated.
 * @returns null when the flow has expired or does not exist
 */
export async function issueAuthCode(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { flowStateId, userId, method }: AuthCodeRequest,
): Promise<string | null> {
  const now = clock.now()
  const flow = await lockFlowState(tx, flowStateId)
  if (!flow || flow.expires_at <= now) return null
  const code = randomSecret()
  await updateFlowState(tx, flow.id, {
    auth_code_hash: hashSecret(code),
    user_id: userId,
    authentication_method: method,
    expires_at: addMs(now, authCodeMs),
  })
  return code
}
