export interface AuthorizationRequest {
  redirectUri: string
  state: string
  codeChallenge: string
}

export interface AuthorizationCode {
  code: string
  codeVerifier: string
  redirectUri: string
}

/** Authorization request (RFC 6749, 4.1.1) with PKCE (RFC 7636). @param more parameters that only this service knows */
export const authorizationQuery = (
  clientId: string,
  { redirectUri, state, codeChallenge }: AuthorizationRequest,
  more: Record<string, string>,
): URLSearchParams =>
  new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...more,
  })

/** Token request of the authorization code grant (RFC 6749, 4.1.3) with PKCE (RFC 7636). */
export const codeForm = (request: AuthorizationCode) => ({
  grant_type: 'authorization_code',
  code: request.code,
  code_verifier: request.codeVerifier,
  redirect_uri: request.redirectUri,
})

export const refreshForm = (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken })
