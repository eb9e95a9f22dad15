import type { AuthorizationCode, AuthorizationRequest } from '../oauth/oauth-requests.ts'

/** The response of a token endpoint. */
export interface ProviderTokens {
  accessToken: string
  /** Null if the service returned none; the old one then stays valid. */
  refreshToken: string | null
  /** Seconds. */
  expiresIn: number
  /** The granted scopes, which may be fewer than requested; empty if the service does not report them. */
  scopes: string[]
}

/** OAuth 2.0 with PKCE at one service. */
export interface ServiceAuth {
  /** Required scopes; a grant without one of them is rejected. */
  neededScopes: readonly string[]
  /** Whether revoking one token of an account revokes all of them. */
  endsTogether: boolean
  /** The URL to which the browser is redirected: `https`, or the sandbox's origin. */
  authorizeUrl(request: AuthorizationRequest): string
  /** Whether the `iss` parameter of a callback is this service (RFC 9207, defence against mix-up attacks). */
  isIssuer(issuer: string): boolean
  /** Exchanges an authorization code. @throws ServiceError `signed_out` if it is invalid, used or expired */
  redeem(request: AuthorizationCode): Promise<ProviderTokens>
  /** @throws ServiceError `signed_out` if the grant has ended */
  refresh(refreshToken: string): Promise<ProviderTokens>
  /** Revokes the grant; succeeds if it has already ended. Does nothing if the service has no revocation endpoint. */
  revoke(refreshToken: string): Promise<void>
  /** The account's stable id, and the address to show. */
  account(accessToken: string): Promise<{ id: string; email: string | null }>
}
