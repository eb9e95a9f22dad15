import type { AuthError, Factor as ProtocolFactor, GoTrueClient } from '@supabase/auth-js'
import { AuthFailure } from './auth-failure.ts'
import { authClient, forgetSession } from './session.ts'

/** One way to take the second step, as its owner named it. */
export interface Factor {
  id: string
  kind: 'app' | 'passkey'
  name: string
}

/** What the person of this session has switched on. Comes with the session; asks nobody. */
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
 * @param code of the authenticator app, or a recovery code, which stands in for any factor
 * @param other a client of another session than the page's
 */
export async function confirmWithCode({ id, kind }: Factor, code: string, other?: Client): Promise<void> {
  const { mfa } = other ?? (await authClient())
  const webauthn = { rpId: location.hostname, rpOrigins: [location.origin] }
  const { data, error } =
    kind === 'app' ? await mfa.challenge({ factorId: id }) : await mfa.challenge({ factorId: id, webauthn })
  if (error) throw await refused(error, other)
  const answer = await mfa.verify({ factorId: id, challengeId: data.id, code })
  if (answer.error) throw await refused(answer.error, other)
}

/** The browser did not get the passkey: cancelled, none here, or not able to. */
export class PasskeyNotGiven extends Error {}

export const passkeysWork = (): boolean => typeof PublicKeyCredential === 'function'

/** @param other a client of another session than the page's */
export async function confirmWithPasskey({ id }: Factor, other?: Client): Promise<void> {
  const { mfa } = other ?? (await authClient())
  const { data, error } = await mfa.webauthn.challenge(
    { factorId: id, webauthn: { rpId: location.hostname, rpOrigins: [location.origin] } },
    // The client would ask for a security key first; any passkey will do.
    { request: { hints: [] } },
  )
  if (error)
    throw 'status' in error ? await refused(error, other) : new PasskeyNotGiven(error.message, { cause: error })
  const { challengeId, webauthn } = data
  if (webauthn.type !== 'request') throw new PasskeyNotGiven('This passkey is not set up yet')
  const answer = await mfa.verify({
    factorId: id,
    challengeId,
    webauthn: { rpId: location.hostname, rpOrigins: [location.origin], ...webauthn },
  })
  if (answer.error) throw await refused(answer.error, other)
}

/** The page's session may be over, or the factor gone: then it must know before anything is said. */
async function refused(error: AuthError, other: Client | undefined): Promise<AuthFailure> {
  if (other) return new AuthFailure(error)
  if (error.name === 'AuthSessionMissingError' || error.status === 401) await forgetSession()
  if (error.code === 'mfa_factor_not_found') await (await authClient()).refreshSession()
  return new AuthFailure(error)
}
