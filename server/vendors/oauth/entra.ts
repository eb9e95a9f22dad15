import type { Clock } from '../../clock.ts'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { readIdToken, type EntraIdentity } from './entra-id-token.ts'
import { requestTokens, type EntraTokens } from './entra-tokens.ts'
import {
  authorizationQuery,
  type AuthorizationCode,
  type AuthorizationRequest,
  codeForm,
  refreshForm,
} from './oauth-requests.ts'

/** The least scopes that sorting needs. */
export const graphScopes = ['User.Read', 'Mail.ReadWrite', 'Mail.Read'] as const
/** Requested only when the user adds a forward action. */
export const sendingScope = 'Mail.Send'
export const hasSendingScope = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => scope.toLowerCase() === sendingScope.toLowerCase())
const signInScopes = ['openid', 'profile', 'email', 'offline_access'] as const

export interface EntraClient {
  /**
   * The URL for sign-in and consent.
   * @param request `account`: address of the expected account, null if the user chooses; `sending`: requests
   * `Mail.Send`, too
   */
  authorizeUrl(request: AuthorizationRequest & { nonce: string; account: string | null; sending: boolean }): string
  /** Exchanges the authorization code of a callback for tokens. */
  redeem(code: AuthorizationCode): Promise<EntraTokens>
  refresh(refreshToken: string): Promise<EntraTokens>
  /** Refreshes with `Mail.Send`, if the user has granted it before. */
  refreshForSending(refreshToken: string): Promise<EntraTokens>
  /** Verifies the signature, issuer, tenant, audience and times of an id token. */
  identify(idToken: string, now: Date): Promise<EntraIdentity>
  /** Whether the `iss` parameter of a callback is Entra (RFC 9207, defence against mix-up attacks). */
  isIssuer(issuer: string): boolean
}

export function createEntra(config: MicrosoftConfig, clock: Clock): EntraClient {
  const tenantUrl = `${config.entraUrl}/${config.tenant}`
  const scopeFor = (sending: boolean): string =>
    [...signInScopes, ...graphScopes, ...(sending ? [sendingScope] : [])].join(' ')

  return {
    authorizeUrl({ nonce, account, sending, ...request }) {
      const query = authorizationQuery(config.clientId, request, {
        response_mode: 'query',
        scope: scopeFor(sending),
        nonce,
        // Without either the browser's session silently reuses the account that is already connected.
        ...(account === null ? { prompt: 'select_account' } : { login_hint: account }),
      })
      return `${tenantUrl}/oauth2/v2.0/authorize?${query}`
    },
    redeem: (request) => requestTokens(config, clock, codeForm(request)),
    refresh: (refreshToken) => requestTokens(config, clock, refreshForm(refreshToken)),
    refreshForSending: (refreshToken) =>
      requestTokens(config, clock, { ...refreshForm(refreshToken), scope: scopeFor(true) }),
    identify: (idToken, now) => readIdToken(config, idToken, now),
    isIssuer: (issuer) => issuer.startsWith(`${config.entraUrl}/`),
  }
}
