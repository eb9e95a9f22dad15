import type { AuthError, GoTrueClient, MFAVerifyWebauthnParams } from '@supabase/auth-js'
import { AuthFailure } from './auth-failure.ts'
import { PasskeyNotGiven } from './second-step.ts'
import { authClient } from './session.ts'

/** What an authenticator app has to learn: a picture of it, and the same to type. */
export interface AuthenticatorSetup {
  factorId: string
  /** An SVG image as `data:` address. */
  qrCode: string
  secret: string
}

/** @param issuer what the app shows beside the account's address */
export async function beginAuthenticator(friendlyName: string, issuer: string): Promise<AuthenticatorSetup> {
  const client = await authClient()
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName, issuer })
  if (error) throw new AuthFailure(error)
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret }
}

export async function addPasskey(friendlyName: string): Promise<void> {
  const client = await authClient()
  const { data, error } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName })
  if (error) throw new AuthFailure(error)
  try {
    await makePasskey(client, data.id)
  } catch (failure) {
    await forgetUnfinished([data])
    throw failure
  }
}

/** Its name would stay taken. What cannot be removed now goes by itself after some minutes. */
export async function forgetUnfinished(factors: readonly { id: string }[]): Promise<void> {
  const client = await authClient()
  for (const { id } of factors) await client.mfa.unenroll({ factorId: id }).catch(() => undefined)
}

/** In this order: with the factor by which the session has passed its second step, which has to be the last, the session loses that step. */
export async function removeFactors(factors: readonly { id: string }[]): Promise<void> {
  const client = await authClient()
  for (const { id } of factors) {
    const { error } = await client.mfa.unenroll({ factorId: id })
    if (error) throw new AuthFailure(error)
  }
  // The token still tells of the step that is gone.
  await client.refreshSession()
}

/**
 * Asks the browser for a new passkey, with the server's own options: the client's ready-made call would only make keys that are
 * plugged in.
 */
async function makePasskey(client: GoTrueClient, factorId: string): Promise<void> {
  const webauthn = { rpId: location.hostname, rpOrigins: [location.origin] }
  const { data, error } = await client.mfa.challenge({ factorId, webauthn })
  if (error) throw new AuthFailure(error)
  if (data.webauthn.type !== 'create') throw new PasskeyNotGiven('This passkey is set up already')
  const { excludeCredentials = [], ...options } = data.webauthn.credential_options.publicKey
  const publicKey = { ...options, excludeCredentials: excludeCredentials.map(describe) }
  const made = await navigator.credentials.create({ publicKey }).catch((cause: unknown) => {
    throw cause instanceof DOMException ? new PasskeyNotGiven(cause.message, { cause }) : cause
  })
  if (!isNewPasskey(made)) throw new PasskeyNotGiven('The browser made no passkey')
  const answer: { error: AuthError | null } = await client.mfa.verify({
    factorId,
    challengeId: data.id,
    webauthn: { ...webauthn, type: 'create', credential_response: made },
  })
  if (answer.error) throw new AuthFailure(answer.error)
}

const isNewPasskey = (
  answer: Credential | null,
): answer is MFAVerifyWebauthnParams<'create'>['webauthn']['credential_response'] =>
  answer instanceof PublicKeyCredential && answer.response instanceof AuthenticatorAttestationResponse

/** The client's types have a transport of the past that no browser knows. */
const describe = ({ transports = [], ...rest }: Descriptor) => ({ ...rest, transports: transports.filter(isTransport) })
interface Descriptor {
  id: BufferSource
  type: PublicKeyCredentialType
  transports?: string[]
}
const isTransport = (name: string): name is AuthenticatorTransport => name !== 'cable'
