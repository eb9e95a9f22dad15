import { createHash } from 'node:crypto'
import { signIdToken } from '../kit/signing-key.ts'
import type { World } from '../kit/world.ts'
import type { Person } from './people.ts'
import { EMAIL_SCOPE, PROFILE_SCOPE } from './scopes.ts'

/** The key that signs, and the one that will sign next: the keys document has both, and not in this order. */
export const GOOGLE_KEYS = ['sandbox-google-key-1', 'sandbox-google-key-2'] as const
const LIFE_SECONDS = 3600

export type IdTokenWish = {
  person: Person
  scopes: ReadonlySet<string>
  clientId: string
  nonce: string | null
  /** The token it is handed out with, for `at_hash`; null where it comes alone. */
  accessToken: string | null
  /** Where Google was reached: in place of the real issuer, https://accounts.google.com. */
  issuer: string
}

/** Who signed in (OpenID Connect Core, section 2; the claims are Google's). */
export async function idToken(world: World, wish: IdTokenWish): Promise<string> {
  const { person, scopes, clientId, nonce, accessToken, issuer } = wish
  const now = Math.floor(world.clock.now() / 1000)
  return signIdToken(GOOGLE_KEYS[0], {
    iss: issuer,
    azp: clientId,
    aud: clientId,
    ...claimsOf(person, scopes),
    ...(accessToken === null ? {} : { at_hash: hashOf(accessToken) }),
    ...(nonce === null ? {} : { nonce }),
    iat: now,
    exp: now + LIFE_SECONDS,
  })
}

/** What the scopes allow to tell about a person, in id_tokens and by userinfo. There are no pictures here. */
export function claimsOf(person: Person, scopes: ReadonlySet<string>): Record<string, unknown> {
  const { sub, email, name, givenName, familyName, emailVerified, hd } = person
  return {
    sub,
    ...(hd === null ? {} : { hd }),
    ...(scopes.has(EMAIL_SCOPE) ? { email, email_verified: emailVerified } : {}),
    ...(scopes.has(PROFILE_SCOPE) ? { name, given_name: givenName } : {}),
    ...(scopes.has(PROFILE_SCOPE) && familyName !== '' ? { family_name: familyName } : {}),
  }
}

/** OpenID Connect Core, section 3.1.3.6: the left half of the hash. */
function hashOf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}
