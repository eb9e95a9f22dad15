import type { MicrosoftConfig } from '../service-settings.ts'
import { readIdToken, type EntraIdentity } from './entra-id-token.ts'
import { requestTokens, type EntraTokens } from './entra-tokens.ts'

/** Least privilege for sorting (decision 10). */
export const graphScopes = ['User.Read', 'Mail.ReadWrite', 'Mail.Read'] as const
/** Asked for only when a forward action is added. */
export const sendingScope = 'Mail.Send'
export const maySend = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => scope.toLowerCase() === sendingScope.toLowerCase())
const signInScopes = ['openid', 'profile', 'email', 'offline_access'] as const

export interface EntraClient {
  /**
   * Where the browser goes to sign in and consent.
   * @param wish `account`: the address of the account that is expected, null where the person chooses; `sending`: asks for it, too
   */
  authorizeUrl(wish: {
    redirectUri: string
    state: string
    nonce: string
    codeChallenge: string
    account: string | null
    sending: boolean
  }): string
  /** Changes the code of a callback for tokens. */
  redeem(code: { code: string; codeVerifier: string; redirectUri: string }): Promise<EntraTokens>
  refresh(refreshToken: string): Promise<EntraTokens>
  /** The same, for sending as well, where the person has granted that before. */
  refreshForSending(refreshToken: string): Promise<EntraTokens>
  /** Checks the signature, issuer, tenant, audience and times of an id token against the published keys. */
  identify(idToken: string, now: Date): Promise<EntraIdentity>
  /** Whether an `iss` parameter of a callback is ours (mix-up defence). */
  isIssuer(issuer: string): boolean
}

export function createEntra(config: MicrosoftConfig): EntraClient {
  const tenantUrl = `${config.entraUrl}/${config.tenant}`
  const scopeFor = (sending: boolean): string =>
    [...signInScopes, ...graphScopes, ...(sending ? [sendingScope] : [])].join(' ')

  return {
    authorizeUrl({ redirectUri, state, nonce, codeChallenge, account, sending }) {
      const query = new URLSearchParams({
        client_id: config.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        response_mode: 'query',
        scope: scopeFor(sending),
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // Without either the browser's session silently takes the account that is connected already.
        ...(account === null ? { prompt: 'select_account' } : { login_hint: account }),
      })
      return `${tenantUrl}/oauth2/v2.0/authorize?${query}`
    },
    redeem: ({ code, codeVerifier, redirectUri }) =>
      requestTokens(config, {
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
      }),
    refresh: (refreshToken) => requestTokens(config, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    refreshForSending: (refreshToken) =>
      requestTokens(config, { grant_type: 'refresh_token', refresh_token: refreshToken, scope: scopeFor(true) }),
    identify: (idToken, now) => readIdToken(config, idToken, now),
    isIssuer: (issuer) => issuer.startsWith(`${config.entraUrl}/`),
  }
}
