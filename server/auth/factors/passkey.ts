import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { User } from '../queries.ts'
import { challengeMs } from './factor-limits.ts'
import type { Factor } from './queries.ts'

/** Large, and needed by the few who have a passkey. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 (COSE numbers): between them every authenticator there is. */
const algorithms = [-8, -7, -257]

/** Only for this site, whatever the caller says. */
const siteOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpID: hostname }
}

interface Place {
  config: Pick<Config, 'publicUrl' | 'productName'>
  user: User
  factor: Factor
  /** All that the person has set up. */
  factors: Factor[]
}

/** What the browser is asked with: for a new passkey while the factor is being set up, for the known one afterwards. */
export const passkeyOptions = (place: Place) =>
  place.factor.status === 'unverified' ? createOptions(place) : requestOptions(place)

async function createOptions({ config, user, factors }: Place) {
  const { generateRegistrationOptions } = await library()
  const publicKey = await generateRegistrationOptions({
    rpName: config.productName,
    rpID: siteOf(config).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.email,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: factors.flatMap(describe),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { toSign: publicKey.challenge, webauthn: { type: 'create', credential_options: { publicKey } } }
}

async function requestOptions({ config, factor }: Place) {
  const { generateAuthenticationOptions } = await library()
  const publicKey = await generateAuthenticationOptions({
    rpID: siteOf(config).rpID,
    allowCredentials: describe(factor),
    timeout: challengeMs,
    userVerification: 'preferred',
  })
  return { toSign: publicKey.challenge, webauthn: { type: 'request', credential_options: { publicKey } } }
}

const describe = ({ credential_id, transports }: Factor) =>
  credential_id === null ? [] : [{ id: credential_id, transports: Transports.parse(transports ?? []) }]
const Transports = z.array(z.string())

export interface NewPasskey {
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  aaguid: string
}

/** @returns null where this is not what was asked for */
export async function readNewPasskey(
  config: Pick<Config, 'publicUrl'>,
  toSign: string,
  response: RegistrationResponseJSON,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const { origin, rpID } = siteOf(config)
  const checked = await orNull(
    verifyRegistrationResponse({
      response,
      expectedChallenge: toSign,
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

/** @returns the passkey's new count of signatures; null where this is not what was asked for, or the count has not grown */
export async function checkPasskey(
  config: Pick<Config, 'publicUrl'>,
  { factor, toSign, response }: { factor: Factor; toSign: string; response: AuthenticationResponseJSON },
): Promise<number | null> {
  const { credential_id, public_key, sign_count } = factor
  if (credential_id === null || public_key === null || response.id !== credential_id) return null
  const { verifyAuthenticationResponse } = await library()
  const { origin, rpID } = siteOf(config)
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

/** The library throws for whatever does not fit; what it says quotes the caller. */
const orNull = <T>(checking: Promise<T>): Promise<T | null> => checking.catch(() => null)
