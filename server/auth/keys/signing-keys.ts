import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey } from 'jose'
import { z } from 'zod'
import { days, hours, later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import {
  lockSigningKeys,
  newestSigningKey,
  publicKeysSince,
  replaceSigningKey,
  resealSigningKey,
  type SigningKeyRow,
} from './queries.ts'

/** A key signs for this long; then the next sign-in makes another. */
const signsForMs = days(90)
/** Longer than any access token lives, so that no honest token outlives the key that proves it. */
const verifiesAfterwardsMs = hours(2)

type Keeper = Pick<Context, 'clock' | 'sealer' | 'events'>

export interface SigningKey {
  kid: string
  key: CryptoKey
}

const publicFields = { kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }
const PublicJwk = z.object(publicFields)
const PrivateJwk = z.object({ ...publicFields, d: z.string() })

/** The key that signs now. Made at first need and when the last one has served its time. */
export async function currentSigningKey(tx: Tx, ctx: Keeper): Promise<SigningKey> {
  const found = await newestSigningKey(tx)
  if (found && !hasServed(found, ctx)) return open(tx, ctx, found)
  await lockSigningKeys(tx)
  // Somebody else may have made it while this one waited.
  const made = await newestSigningKey(tx)
  return made && !hasServed(made, ctx) ? open(tx, ctx, made) : makeSigningKey(tx, ctx)
}

/** Signs with a new key from now on, for when an old one may have become known. Its tokens stay good until they expire. */
export async function rotateSigningKey(tx: Tx, ctx: Keeper): Promise<string> {
  await lockSigningKeys(tx)
  return (await makeSigningKey(tx, ctx)).kid
}

/** Everything that a token may be verified with, as the protocol publishes it. */
export async function publicJwks(tx: Tx, now: Date) {
  const rows = await publicKeysSince(tx, later(now, -verifiesAfterwardsMs))
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

const hasServed = (row: SigningKeyRow, { clock }: Keeper): boolean => later(row.created_at, signsForMs) <= clock.now()

const placeOf = (kid: string): string => `auth.signing_keys/private_jwk/${kid}`

async function open(tx: Tx, { sealer }: Keeper, row: SigningKeyRow): Promise<SigningKey> {
  const text = sealer.open(placeOf(row.kid), row.private_jwk_sealed)
  if (sealer.isStale(row.private_jwk_sealed)) await resealSigningKey(tx, row.kid, sealer.seal(placeOf(row.kid), text))
  return { kid: row.kid, key: await importKey(PrivateJwk.parse(JSON.parse(text))) }
}

async function makeSigningKey(tx: Tx, { clock, sealer, events }: Keeper): Promise<SigningKey> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = PublicJwk.parse(await exportJWK(pair.publicKey))
  const privateJwk = PrivateJwk.parse(await exportJWK(pair.privateKey))
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateJwkSealed = sealer.seal(placeOf(kid), JSON.stringify(privateJwk))
  await replaceSigningKey(tx, { kid, publicJwk, privateJwkSealed, now: clock.now() })
  events.signingKeyMade({ kid })
  return { kid, key: await importKey(privateJwk) }
}

async function importKey(jwk: z.output<typeof PublicJwk>): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new Error('A signing key is no key of elliptic curves')
  return key
}
