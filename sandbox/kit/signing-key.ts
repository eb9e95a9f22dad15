import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { World } from './world.ts'

/** A key that signs id_tokens (RS256). The public half has `kid`, `use` and `alg`, as it stands in a keys document. */
export type SigningKey = { kid: string; privateKey: CryptoKey; publicJwk: JWK }

const keys = new WeakMap<World, Map<string, Promise<SigningKey>>>()

/** The key of that name in a world, made when it is first needed: most tests never look at it. */
export function signingKey(world: World, kid: string): Promise<SigningKey> {
  const known = keys.get(world) ?? new Map<string, Promise<SigningKey>>()
  keys.set(world, known)
  const made = known.get(kid) ?? makeKey(kid)
  known.set(kid, made)
  return made
}

async function makeKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } }
}

export async function signIdToken(world: World, kid: string, claims: Record<string, unknown>): Promise<string> {
  const { privateKey } = await signingKey(world, kid)
  return new SignJWT(claims).setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid }).sign(privateKey)
}
