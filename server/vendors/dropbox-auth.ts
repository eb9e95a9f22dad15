import { z } from 'zod'
import type { DropboxConfig } from '../service-settings.ts'
import type { ServiceAuth } from './service-auth.ts'
import { ServiceError } from './service-error.ts'
import { readServiceAnswer, refusalOfStatus, sendToService } from './service-http.ts'
import { codeForm, refreshForm, requestServiceTokens } from './service-tokens.ts'

/** Full Dropbox: search and retrieval need the person's own files (decision 16). */
const neededScopes = ['account_info.read', 'files.metadata.read', 'files.content.read', 'files.content.write']

const Account = z.object({ account_id: z.string().min(1).max(255), email: z.string().min(1).max(320).nullish() })

/**
 * Signing in to Dropbox (dropbox.tech/developers/using-oauth-2-0-with-offline-access). Not by its client library, whose helpers put the
 * secret into the address and leave the code verifier out.
 */
export function createDropboxAuth(config: DropboxConfig): ServiceAuth {
  const tokens = (form: Record<string, string>) =>
    requestServiceTokens({ ...config, vendor: 'dropbox', url: `${config.apiUrl}/oauth2/token` }, form)
  /** A route without arguments takes no body, and no content type. */
  const call = (token: string, route: string) =>
    sendToService({
      vendor: 'dropbox',
      method: 'POST',
      url: `${config.apiUrl}/2/${route}`,
      headers: { authorization: `Bearer ${token}` },
    })
  return {
    neededScopes,
    endsTogether: false,
    authorizeUrl({ redirectUri, state, codeChallenge }) {
      const query = new URLSearchParams({
        client_id: config.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: neededScopes.join(' '),
        state,
        // Else there is no refresh token.
        token_access_type: 'offline',
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
      return `${config.wwwUrl}/oauth2/authorize?${query}`
    },
    isIssuer: (issuer) => issuer === config.wwwUrl,
    redeem: (request) => tokens(codeForm(request)),
    refresh: (refreshToken) => tokens(refreshForm(refreshToken)),
    async revoke(refreshToken) {
      try {
        // The route takes an access token and ends its refresh token along with it; ours may be too old.
        const { accessToken } = await tokens(refreshForm(refreshToken))
        const answer = await call(accessToken, 'auth/token/revoke')
        if (answer.status !== 200 && answer.status !== 401) throw refusalOfStatus('dropbox', answer)
      } catch (error) {
        if (!(error instanceof ServiceError && error.refusal === 'signed_out')) throw error
      }
    },
    async account(accessToken) {
      const answer = await call(accessToken, 'users/get_current_account')
      if (answer.status !== 200) throw refusalOfStatus('dropbox', answer)
      const { account_id, email } = readServiceAnswer('dropbox', answer, Account)
      return { id: account_id, email: email ?? null }
    },
  }
}
