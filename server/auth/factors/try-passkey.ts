import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../protocol/auth-error.ts'
import type { Challenge } from './challenge-queries.ts'
import { checkPasskey, readNewPasskey } from './passkey.ts'
import type { PasskeyResponse } from './passkey-response.ts'
import { isCredentialKnown, keepPasskey, noteSignCount, type Factor } from './queries.ts'
import type { SecondStep } from './session-queries.ts'

/**
 * A factor that is being set up takes a new passkey; one that is set up asks for that one.
 * @returns how the step was passed, null where this is not what was asked for
 * @throws AuthError where the other of the two was asked for, or the passkey is set up already
 */
export async function tryPasskey(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  { factor, challenge, given }: { factor: Factor; challenge: Challenge; given: PasskeyResponse },
): Promise<SecondStep | null> {
  const expected = factor.status === 'unverified' ? 'create' : 'request'
  if (factor.factor_type !== 'webauthn' || challenge.webauthn_challenge === null || given.type !== expected)
    refuse(400, 'validation_failed', 'This is not the kind of answer that the challenge asks for')
  const toSign = challenge.webauthn_challenge
  if (given.type === 'request') {
    const signCount = await checkPasskey(config, { factor, toSign, response: given.credential_response })
    if (signCount === null) return null
    await noteSignCount(tx, factor.id, signCount)
    return 'mfa/webauthn'
  }
  const passkey = await readNewPasskey(config, toSign, given.credential_response)
  if (!passkey) return null
  if (await isCredentialKnown(tx, passkey.credentialId))
    refuse(422, 'mfa_verification_failed', 'This passkey is set up already.')
  await keepPasskey(tx, factor.id, passkey)
  return 'mfa/webauthn'
}
