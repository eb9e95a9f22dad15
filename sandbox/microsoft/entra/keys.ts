import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import type { World } from '../../kit/world.ts'

/** The signing key of a world, made when it is first needed: most tests never look at it. */
type SigningKey = { kid: string; privateKey: CryptoKey; publicJwk: JWK }

const keys = new WeakMap<World, Promise<SigningKey>>()

export function signingKey(world: World): Promise<SigningKey> {
  const known = keys.get(world)
  if (known) return known
  const made = makeKey()
  keys.set(world, made)
  return made
}

async function makeKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = 'sandbox-signing-key-1'
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } }
}

export async function signIdToken(world: World, claims: Record<string, unknown>): Promise<string> {
  const { kid, privateKey } = await signingKey(world)
  return new SignJWT(claims).setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid }).sign(privateKey)
}
