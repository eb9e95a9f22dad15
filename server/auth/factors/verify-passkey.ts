import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../protocol/auth-error.ts'
import type { Challenge } from './challenge-queries.ts'
import { verifyAssertion, verifyRegistration } from './passkey.ts'
import type { PasskeyResponse } from './passkey-response.ts'
import { isCredentialKnown, savePasskey, updateSignCount, type Factor } from '../user-rows/factor-queries.ts'
import type { SecondFactorMethod } from './factor-session-queries.ts'

/**
 * An unverified factor expects a registration, a verified one an assertion.
 * @returns the method, or null if the response does not match the challenge
 * @throws AuthError when the response is of the other kind, or the passkey is already registered
 */
export async function verifyPasskey(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  { factor, challenge, given }: { factor: Factor; challenge: Challenge; given: PasskeyResponse },
): Promise<SecondFactorMethod | null> {
  const expected = factor.status === 'unverified' ? 'create' : 'request'
  if (factor.factor_type !== 'webauthn' || challenge.webauthn_challenge === null || given.type !== expected)
    refuse(400, 'validation_failed', 'This is not the kind of answer that the challenge asks for')
  const toSign = challenge.webauthn_challenge
  if (given.type === 'request') {
    const signCount = await verifyAssertion(config, { factor, toSign, response: given.credential_response })
    if (signCount === null) return null
    await updateSignCount(tx, factor.id, signCount)
    return 'mfa/webauthn'
  }
  const passkey = await verifyRegistration(config, toSign, given.credential_response)
  if (!passkey) return null
  if (await isCredentialKnown(tx, passkey.credentialId))
    refuse(422, 'mfa_verification_failed', 'This passkey is set up already.')
  await savePasskey(tx, factor.id, passkey)
  return 'mfa/webauthn'
}
