import type { AuthError, Factor as ProtocolFactor, GoTrueClient } from '@supabase/auth-js'
import { AuthFailure } from './auth-failure.ts'
import { authClient, clearSession } from './session.ts'

/** A verified second factor, with the name that the user gave it. */
export interface Factor {
  id: string
  kind: 'app' | 'passkey'
  name: string
}

/** The user's verified second factors, read from the stored session. */
export async function secondFactors(): Promise<Factor[]> {
  const client = await authClient()
  const { data } = await client.getSession()
  return (data.session?.user.factors ?? []).flatMap(toFactor)
}

function toFactor({ id, status, factor_type, friendly_name = '' }: ProtocolFactor): Factor[] {
  if (status !== 'verified') return []
  if (factor_type === 'totp') return [{ id, kind: 'app', name: friendly_name }]
  return factor_type === 'webauthn' ? [{ id, kind: 'passkey', name: friendly_name }] : []
}

type Client = Pick<GoTrueClient, 'mfa'>

/**
 * @param code of the authenticator app, or a recovery code, which the server accepts for any factor
 * @param other client of a session other than the page's
 */
export async function confirmWithCode({ id, kind }: Factor, code: string, other?: Client): Promise<void> {
  const { mfa } = other ?? (await authClient())
  const webauthn = { rpId: location.hostname, rpOrigins: [location.origin] }
  const { data, error } =
    kind === 'app' ? await mfa.challenge({ factorId: id }) : await mfa.challenge({ factorId: id, webauthn })
  if (error) throw await toAuthFailure(error, other)
  const answer = await mfa.verify({ factorId: id, challengeId: data.id, code })
  if (answer.error) throw await toAuthFailure(answer.error, other)
}

/** The browser returned no passkey: cancelled, none available, or not supported. */
export class PasskeyUnavailable extends Error {}

export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** @param other client of a session other than the page's */
export async function confirmWithPasskey({ id }: Factor, other?: Client): Promise<void> {
  const { mfa } = other ?? (await authClient())
  const { data, error } = await mfa.webauthn.challenge(
    { factorId: id, webauthn: { rpId: location.hostname, rpOrigins: [location.origin] } },
    // Without this the client hints at security keys; any passkey is accepted.
    { request: { hints: [] } },
  )
  if (error)
    throw 'status' in error
      ? await toAuthFailure(error, other)
      : new PasskeyUnavailable(error.message, { cause: error })
  const { challengeId, webauthn } = data
  if (webauthn.type !== 'request') throw new PasskeyUnavailable('This passkey is not set up yet')
  const answer = await mfa.verify({
    factorId: id,
    challengeId,
    webauthn: { rpId: location.hostname, rpOrigins: [location.origin], ...webauthn },
  })
  if (answer.error) throw await toAuthFailure(answer.error, other)
}

/** Updates the page's session first if it has ended or the factor was removed. */
async function toAuthFailure(error: AuthError, other: Client | undefined): Promise<AuthFailure> {
  if (other) return new AuthFailure(error)
  if (error.name === 'AuthSessionMissingError' || error.status === 401) await clearSession()
  if (error.code === 'mfa_factor_not_found') await (await authClient()).refreshSession()
  return new AuthFailure(error)
}
