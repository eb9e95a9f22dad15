import { z } from 'zod'
import type { DropboxConfig } from '../../service-settings.ts'
import type { ServiceAuth } from './service-auth.ts'
import { ServiceError } from './service-error.ts'
import { parseServiceResponse, errorFromStatus, sendToService } from './service-http.ts'
import { authorizationQuery, codeForm, refreshForm } from '../oauth/oauth-requests.ts'
import { requestServiceTokens } from './service-tokens.ts'
import { externalIdMaxLength, externalAddressMaxLength } from '../limits.ts'

/** Full Dropbox access: searching and reading need the user's own files. */
const neededScopes = ['account_info.read', 'files.metadata.read', 'files.content.read', 'files.content.write']

const Account = z.object({
  account_id: z.string().min(1).max(externalIdMaxLength),
  email: z.string().min(1).max(externalAddressMaxLength).nullish(),
})

/**
 * OAuth of Dropbox (dropbox.tech/developers/using-oauth-2-0-with-offline-access). Dropbox's SDK is not used: it puts
 * the client secret into the URL and omits the code verifier.
 */
export function createDropboxAuth(config: DropboxConfig): ServiceAuth {
  const tokens = (form: Record<string, string>) =>
    requestServiceTokens({ ...config, vendor: 'dropbox', url: `${config.apiUrl}/oauth2/token` }, form)
  /** Calls a route without arguments, which accepts neither a body nor a content type. */
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
    authorizeUrl(request) {
      const query = authorizationQuery(config.clientId, request, {
        scope: neededScopes.join(' '),
        // Otherwise Dropbox returns no refresh token.
        token_access_type: 'offline',
      })
      return `${config.wwwUrl}/oauth2/authorize?${query}`
    },
    isIssuer: (issuer) => issuer === config.wwwUrl,
    redeem: (request) => tokens(codeForm(request)),
    refresh: (refreshToken) => tokens(refreshForm(refreshToken)),
    async revoke(refreshToken) {
      try {
        // The route revokes the refresh token of an access token; the stored access token may have expired.
        const { accessToken } = await tokens(refreshForm(refreshToken))
        const answer = await call(accessToken, 'auth/token/revoke')
        if (answer.status !== 200 && answer.status !== 401) throw errorFromStatus('dropbox', answer)
      } catch (error) {
        if (!(error instanceof ServiceError && error.refusal === 'signed_out')) throw error
      }
    },
    async account(accessToken) {
      const answer = await call(accessToken, 'users/get_current_account')
      if (answer.status !== 200) throw errorFromStatus('dropbox', answer)
      const { account_id, email } = parseServiceResponse('dropbox', answer, Account)
      return { id: account_id, email: email ?? null }
    },
  }
}
