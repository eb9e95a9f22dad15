import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** An RS256 key for id tokens. `publicJwk` has `kid`, `use` and `alg`, as in a JWKS document. */
type SigningKey = { kid: string; privateKey: CryptoKey; publicJwk: JWK }

const keys = new Map<string, Promise<SigningKey>>()

/** Generated at first use. All sandboxes of a process share it, since generation takes some 50 ms. */
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
