import { createHash } from 'node:crypto'
import { signIdToken } from '../../kit/oauth/signing-key.ts'
import type { GoogleAccount } from '../google-accounts.ts'
import type { GoogleSandbox } from '../state.ts'
import { EMAIL_SCOPE, PROFILE_SCOPE } from './scopes.ts'

/** The current signing key and the next one. The keys document lists both, the next one first. */
export const GOOGLE_KEYS = ['sandbox-google-key-1', 'sandbox-google-key-2'] as const
const LIFETIME_SECONDS = 3600

type IdTokenSubject = {
  account: GoogleAccount
  scopes: ReadonlySet<string>
  clientId: string
  nonce: string | null
  /** The access token of the same response, for `at_hash`; null where there is none. */
  accessToken: string | null
  /** The address of the sandbox's account service, where the real issuer is https://accounts.google.com. */
  issuer: string
}

/** OpenID Connect Core, section 2, with Google's claims. */
export async function idToken(sandbox: GoogleSandbox, subject: IdTokenSubject): Promise<string> {
  const { account, scopes, clientId, nonce, accessToken, issuer } = subject
  const now = Math.floor(sandbox.clock.now() / 1000)
  return signIdToken(GOOGLE_KEYS[0], {
    iss: issuer,
    azp: clientId,
    aud: clientId,
    ...claimsOf(account, scopes),
    ...(accessToken === null ? {} : { at_hash: accessTokenHash(accessToken) }),
    ...(nonce === null ? {} : { nonce }),
    iat: now,
    exp: now + LIFETIME_SECONDS,
  })
}

/** The claims that the scopes allow, in id tokens and in userinfo. There is no `picture`. */
export function claimsOf(account: GoogleAccount, scopes: ReadonlySet<string>): Record<string, unknown> {
  const { sub, email, name, givenName, familyName, emailVerified, hd } = account
  return {
    sub,
    ...(hd === null ? {} : { hd }),
    ...(scopes.has(EMAIL_SCOPE) ? { email, email_verified: emailVerified } : {}),
    ...(scopes.has(PROFILE_SCOPE) ? { name, given_name: givenName } : {}),
    ...(scopes.has(PROFILE_SCOPE) && familyName !== '' ? { family_name: familyName } : {}),
  }
}

/** OpenID Connect Core, section 3.1.3.6: the left half of the hash. */
function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}
