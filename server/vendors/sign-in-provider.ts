/** Whom an id token of a provider speaks of. */
export interface ProviderPerson {
  /** The person's key with the provider. Never the address: that may change, or be given to somebody else. */
  id: string
  issuer: string
  /** As the provider wrote it, null where it told none. */
  email: string | null
  /** Whether the provider vouches that the address is this person's. */
  emailVerified: boolean
  name: string | null
  nonce: string | null
  /** `at_hash` (OpenID Connect Core, 3.1.3.6): the token belongs to an access token. */
  accessTokenHash: string | null
}

export interface SignInWish {
  redirectUri: string
  state: string
  nonce: string
  codeChallenge: string
}

/** Signing in with somebody else's account service, by the code flow with PKCE (RFC 6749, 7636; OpenID Connect Core). */
export interface SignInProvider {
  /** Where the browser goes. Only who the person is will be asked for, nothing that they have. */
  authorizeUrl(wish: SignInWish): string
  /**
   * Changes the code of a callback for an id token. The access token that comes with it is dropped: nothing here needs it.
   * @throws VendorError
   */
  redeem(code: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>
  /** @throws VendorError `wrong_audience`, or `invalid_id_token` whatever else is wrong with it */
  identify(idToken: string, now: Date): Promise<ProviderPerson>
  /** Whether an issuer that somebody names is this provider. */
  isIssuer(issuer: string): boolean
}

export type SignInProviderName = 'azure' | 'google'

/** The query of an authorize request, alike at all providers. */
export const signInQuery = (clientId: string, wish: SignInWish): URLSearchParams =>
  new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: wish.redirectUri,
    // The least that tells who somebody is.
    scope: 'openid profile email',
    state: wish.state,
    nonce: wish.nonce,
    code_challenge: wish.codeChallenge,
    code_challenge_method: 'S256',
    // Else the browser's session there silently takes the account of the last time.
    prompt: 'select_account',
  })
