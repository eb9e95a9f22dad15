import { type AuthorizationCode, authorizationQuery, type AuthorizationRequest } from './oauth-requests.ts'

/** The user that a provider's id token identifies. */
export interface ExternalIdentity {
  /** The provider's stable id of the user. Never the address, which may change or be reassigned. */
  id: string
  issuer: string
  /** As sent by the provider; null if it sent none. */
  email: string | null
  /** Whether the provider has verified that the user owns the address. */
  emailVerified: boolean
  name: string | null
  nonce: string | null
  /** `at_hash`: hash of the access token issued with the id token (OpenID Connect Core, 3.1.3.6). */
  accessTokenHash: string | null
}

interface SignInRequest extends AuthorizationRequest {
  nonce: string
}

/**
 * Sign-in with an external provider by the authorization code flow with PKCE (RFC 6749, RFC 7636, OpenID Connect
 * Core).
 */
export interface SignInProvider {
  /** The URL for sign-in. Requests the user's identity only, no access to their data. */
  authorizeUrl(request: SignInRequest): string
  /**
   * Exchanges the authorization code of a callback for an id token. The access token is dropped, because nothing uses
   * it.
   * @throws VendorError
   */
  redeem(code: AuthorizationCode): Promise<string>
  /** Verifies an id token. @throws VendorError `wrong_audience` or `invalid_id_token` */
  identify(idToken: string, now: Date): Promise<ExternalIdentity>
  /** Whether this issuer is the provider. */
  isIssuer(issuer: string): boolean
}

export type SignInProviderName = 'azure' | 'google'

/** The query of an authorization request, the same for all providers. */
export const signInQuery = (clientId: string, request: SignInRequest): URLSearchParams =>
  authorizationQuery(clientId, request, {
    scope: 'openid profile email',
    nonce: request.nonce,
    // Otherwise the provider silently reuses the account of its browser session.
    prompt: 'select_account',
  })
