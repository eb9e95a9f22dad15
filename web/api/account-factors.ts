import type { AuthError, GoTrueClient, MFAVerifyWebauthnParams } from '@supabase/auth-js'
import { AuthFailure } from './auth-failure.ts'
import { PasskeyUnavailable } from './second-step.ts'
import { authClient } from './session.ts'

/** The shared secret for an authenticator app: as a QR code, and as text to type. */
export interface AuthenticatorSetup {
  factorId: string
  /** SVG image as a `data:` URL. */
  qrCode: string
  secret: string
}

/** @param issuer shown in the authenticator app beside the account's email address */
export async function enrollAuthenticator(friendlyName: string, issuer: string): Promise<AuthenticatorSetup> {
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
    await createPasskey(client, data.id)
  } catch (failure) {
    await removeUnverifiedFactors([data])
    throw failure
  }
}

/**
 * Frees the names of abandoned set-ups. Failures are ignored: the server deletes unverified factors after some minutes.
 */
export async function removeUnverifiedFactors(factors: readonly { id: string }[]): Promise<void> {
  const client = await authClient()
  for (const { id } of factors) await client.mfa.unenroll({ factorId: id }).catch(() => undefined)
}

/**
 * Removes the factors in the given order. The factor that this session was verified with must come last: removing it
 * takes `aal2` from the session, which the other removals need.
 */
export async function removeFactors(factors: readonly { id: string }[]): Promise<void> {
  const client = await authClient()
  for (const { id } of factors) {
    const { error } = await client.mfa.unenroll({ factorId: id })
    if (error) throw new AuthFailure(error)
  }
  // The current access token still claims the removed second step.
  await client.refreshSession()
}

/**
 * Creates a passkey with the options that the server sends. The client's own `webauthn.register` would only offer
 * external security keys.
 */
async function createPasskey(client: GoTrueClient, factorId: string): Promise<void> {
  const webauthn = { rpId: location.hostname, rpOrigins: [location.origin] }
  const { data, error } = await client.mfa.challenge({ factorId, webauthn })
  if (error) throw new AuthFailure(error)
  if (data.webauthn.type !== 'create') throw new PasskeyUnavailable('The passkey is already set up')
  const { excludeCredentials = [], ...options } = data.webauthn.credential_options.publicKey
  const publicKey = { ...options, excludeCredentials: excludeCredentials.map(toDescriptor) }
  const made = await navigator.credentials.create({ publicKey }).catch((cause: unknown) => {
    throw cause instanceof DOMException ? new PasskeyUnavailable(cause.message, { cause }) : cause
  })
  if (!isCreatedPasskey(made)) throw new PasskeyUnavailable('The browser created no passkey')
  const answer: { error: AuthError | null } = await client.mfa.verify({
    factorId,
    challengeId: data.id,
    webauthn: { ...webauthn, type: 'create', credential_response: made },
  })
  if (answer.error) throw new AuthFailure(answer.error)
}

const isCreatedPasskey = (
  answer: Credential | null,
): answer is MFAVerifyWebauthnParams<'create'>['webauthn']['credential_response'] =>
  answer instanceof PublicKeyCredential && answer.response instanceof AuthenticatorAttestationResponse

/** Drops the transport `cable`, which the client's types still list and DOM types do not. */
const toDescriptor = ({ transports = [], ...rest }: CredentialDescriptor) => ({
  ...rest,
  transports: transports.filter(isTransport),
})
interface CredentialDescriptor {
  id: BufferSource
  type: PublicKeyCredentialType
  transports?: string[]
}
const isTransport = (name: string): name is AuthenticatorTransport => name !== 'cable'
