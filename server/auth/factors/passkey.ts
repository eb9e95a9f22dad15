import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { User } from '../user-rows/user-queries.ts'
import { challengeMs } from './factor-limits.ts'
import type { Factor } from '../user-rows/factor-queries.ts'

/** Loaded on demand: the library is large and few users have a passkey. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** COSE algorithms EdDSA, ES256 and RS256, which cover all authenticators. */
const algorithms = [-8, -7, -257]

/** The relying party is this server, whatever the caller sends. */
const relyingPartyOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpID: hostname }
}

interface PasskeyContext {
  config: Pick<Config, 'publicUrl' | 'productName'>
  user: User
  factor: Factor
  /** All factors of the user. */
  factors: Factor[]
}

/** Options for the browser: registration while the factor is unverified, authentication afterwards. */
export const passkeyOptions = (ctx: PasskeyContext) =>
  ctx.factor.status === 'unverified' ? createOptions(ctx) : requestOptions(ctx)

async function createOptions({ config, user, factors }: PasskeyContext) {
  const { generateRegistrationOptions } = await loadWebAuthn()
  const publicKey = await generateRegistrationOptions({
    rpName: config.productName,
    rpID: relyingPartyOf(config).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.email,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: factors.flatMap(credentialDescriptors),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { toSign: publicKey.challenge, webauthn: { type: 'create', credential_options: { publicKey } } }
}

async function requestOptions({ config, factor }: PasskeyContext) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const publicKey = await generateAuthenticationOptions({
    rpID: relyingPartyOf(config).rpID,
    allowCredentials: credentialDescriptors(factor),
    timeout: challengeMs,
    userVerification: 'preferred',
  })
  return { toSign: publicKey.challenge, webauthn: { type: 'request', credential_options: { publicKey } } }
}

const credentialDescriptors = ({ credential_id, transports }: Factor) =>
  credential_id === null ? [] : [{ id: credential_id, transports: Transports.parse(transports ?? []) }]
const Transports = z.array(z.string())

interface NewPasskey {
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  aaguid: string
}

/** @returns null if the response does not match the challenge */
export async function verifyRegistration(
  config: Pick<Config, 'publicUrl'>,
  webauthnChallenge: string,
  response: RegistrationResponseJSON,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { origin, rpID } = relyingPartyOf(config)
  const checked = await orNull(
    verifyRegistrationResponse({
      response,
      expectedChallenge: webauthnChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!checked?.registrationInfo) return null
  const { credential, aaguid } = checked.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    aaguid,
  }
}

type PublicKey = Pick<Factor, 'credential_id' | 'public_key' | 'sign_count'>

/** @returns the new signature count; null if the assertion is invalid or the count has not grown */
export async function verifyAssertion(
  config: Pick<Config, 'publicUrl'>,
  { factor, toSign, response }: { factor: PublicKey; toSign: string; response: AuthenticationResponseJSON },
): Promise<number | null> {
  const { credential_id, public_key, sign_count } = factor
  if (credential_id === null || public_key === null || response.id !== credential_id) return null
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { origin, rpID } = relyingPartyOf(config)
  const checked = await orNull(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: toSign,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: sign_count ?? 0 },
    }),
  )
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}

/** The library throws for every invalid response; its messages quote the caller and are dropped. */
const orNull = <T>(checking: Promise<T>): Promise<T | null> => checking.catch(() => null)
