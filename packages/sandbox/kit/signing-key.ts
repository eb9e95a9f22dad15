import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A key that signs id_tokens (RS256). The public half has `kid`, `use` and `alg`, as it stands in a keys document. */
export type SigningKey = { kid: string; privateKey: CryptoKey; publicJwk: JWK }

const keys = new Map<string, Promise<SigningKey>>()

/** The key of that name, made when it is first needed. All worlds of a process share it, since making one takes some 50 ms. */
export function signingKey(kid: string): Promise<SigningKey> {
  const made = keys.get(kid) ?? makeKey(kid)
  keys.set(kid, made)
  return made
}

async function makeKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } }
}

export async function signIdToken(kid: string, claims: Record<string, unknown>): Promise<string> {
  const { privateKey } = await signingKey(kid)
  return new SignJWT(claims).setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid }).sign(privateKey)
}
