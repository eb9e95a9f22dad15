import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey } from 'jose'
import { z } from 'zod'
import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import {
  lockSigningKeys,
  newestSigningKey,
  publicKeysSince,
  replaceSigningKey,
  resealSigningKey,
  type SigningKeyRow,
} from './signing-key-queries.ts'

/** Age at which the next sign-in creates a new signing key. */
const signingKeyRotationMs = 90 * 24 * 60 * 60_000
/** Must exceed the lifetime of an access token, so that valid tokens of a retired key can still be verified. */
const retiredKeyVerificationMs = 2 * 60 * 60_000

type SigningContext = Pick<Context, 'clock' | 'sealer' | 'events'>

export interface SigningKey {
  kid: string
  key: CryptoKey
}

const publicFields = { kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }
const PublicJwk = z.object(publicFields)
const PrivateJwk = z.object({ ...publicFields, d: z.string() })

/** The current signing key. Created on first use and when the last one is due for rotation. */
export async function currentSigningKey(tx: Tx, ctx: SigningContext): Promise<SigningKey> {
  const found = await newestSigningKey(tx)
  if (found && !isDueForRotation(found, ctx)) return unsealKey(tx, ctx, found)
  await lockSigningKeys(tx)
  // Read again: another request may have created it while this one waited for the lock.
  const made = await newestSigningKey(tx)
  return made && !isDueForRotation(made, ctx) ? unsealKey(tx, ctx, made) : createSigningKey(tx, ctx)
}

/**
 * Creates a new signing key, for use when an old one may be compromised. Tokens of the old one stay valid until they
 * expire.
 */
export async function rotateSigningKey(tx: Tx, ctx: SigningContext): Promise<string> {
  await lockSigningKeys(tx)
  return (await createSigningKey(tx, ctx)).kid
}

/** The JSON Web Key Set that `/.well-known/jwks.json` publishes (RFC 7517). */
export async function publicJwks(tx: Tx, now: Date) {
  const rows = await publicKeysSince(tx, addMs(now, -retiredKeyVerificationMs))
  return rows.map(({ kid, public_jwk }) => ({
    ...PublicJwk.parse(public_jwk),
    kid,
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
  }))
}

export async function verificationKeys(tx: Tx, now: Date): Promise<Map<string, CryptoKey>> {
  const keys = new Map<string, CryptoKey>()
  for (const jwk of await publicJwks(tx, now)) keys.set(jwk.kid, await importKey(jwk))
  return keys
}

const isDueForRotation = (row: SigningKeyRow, { clock }: SigningContext): boolean =>
  addMs(row.created_at, signingKeyRotationMs) <= clock.now()

const sealContext = (kid: string): string => `auth.signing_keys/private_jwk/${kid}`

async function unsealKey(tx: Tx, { sealer }: SigningContext, row: SigningKeyRow): Promise<SigningKey> {
  const text = sealer.open(sealContext(row.kid), row.private_jwk_sealed)
  if (sealer.isStale(row.private_jwk_sealed))
    await resealSigningKey(tx, row.kid, sealer.seal(sealContext(row.kid), text))
  return { kid: row.kid, key: await importKey(PrivateJwk.parse(JSON.parse(text))) }
}

async function createSigningKey(tx: Tx, { clock, sealer, events }: SigningContext): Promise<SigningKey> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = PublicJwk.parse(await exportJWK(pair.publicKey))
  const privateJwk = PrivateJwk.parse(await exportJWK(pair.privateKey))
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateJwkSealed = sealer.seal(sealContext(kid), JSON.stringify(privateJwk))
  await replaceSigningKey(tx, { kid, publicJwk, privateJwkSealed, now: clock.now() })
  events.signingKeyCreated({ kid })
  return { kid, key: await importKey(privateJwk) }
}

async function importKey(jwk: z.output<typeof PublicJwk>): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new Error('A signing key is no key of elliptic curves')
  return key
}
