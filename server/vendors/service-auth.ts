/** Tokens as a service answers them. */
export interface ServiceTokens {
  accessToken: string
  /** Null where the service keeps the old one in use, or gave none. */
  refreshToken: string | null
  /** Seconds. */
  expiresIn: number
  /** What was really granted, which may be less than was asked for; empty where the service does not say. */
  scopes: string[]
}

/** The sign-in of one service: OAuth 2.0 with PKCE, each with its own words. One shape for all, so that there is one way to connect. */
export interface ServiceAuth {
  /** What the product needs of it; a grant that lacks one of these is no connection. */
  neededScopes: readonly string[]
  /** All tokens of an account are one grant here: ending one of them ends them all. */
  endsTogether: boolean
  /** Where the browser goes. `https`, or the sandbox's origin. */
  authorizeUrl(request: { redirectUri: string; state: string; codeChallenge: string }): string
  /** Whether an `iss` that came back with the code is this service's (RFC 9207, mix-up defence). */
  isIssuer(issuer: string): boolean
  /** @throws ServiceError `signed_out` where the code is bad, used or too old */
  redeem(request: { code: string; codeVerifier: string; redirectUri: string }): Promise<ServiceTokens>
  /** @throws ServiceError `signed_out` once the grant is over */
  refresh(refreshToken: string): Promise<ServiceTokens>
  /** Ends the grant at the service; one that is over already is no error. Does nothing where the service knows no such call. */
  revoke(refreshToken: string): Promise<void>
  /** Whose account it is: an id that stays, and the address to show. */
  account(accessToken: string): Promise<{ id: string; email: string | null }>
}
