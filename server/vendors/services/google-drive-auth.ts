import { z } from 'zod'
import type { GoogleConfig } from '../../service-settings.ts'
import type { ServiceAuth } from './service-auth.ts'
import { parseServiceResponse, errorFromStatus, sendToService } from './service-http.ts'
import { authorizationQuery, codeForm, refreshForm } from '../oauth/oauth-requests.ts'
import { requestServiceTokens } from './service-tokens.ts'
import { externalIdMaxLength, externalAddressMaxLength } from '../limits.ts'

/** Access only to files that Mailroom creates. Also sufficient for `about.get`, so no profile scope is needed. */
const neededScopes = ['https://www.googleapis.com/auth/drive.file']

const About = z.object({
  user: z.object({
    permissionId: z.string().min(1).max(externalIdMaxLength),
    emailAddress: z.string().min(1).max(externalAddressMaxLength).nullish(),
  }),
})

/** OAuth of Google Drive (developers.google.com/identity/protocols/oauth2/web-server). */
export function createGoogleDriveAuth(config: GoogleConfig): ServiceAuth {
  const tokens = (form: Record<string, string>) =>
    requestServiceTokens({ ...config, vendor: 'google_drive', url: `${config.oauthUrl}/token` }, form)
  return {
    neededScopes,
    endsTogether: true,
    authorizeUrl(request) {
      const query = authorizationQuery(config.clientId, request, {
        scope: neededScopes.join(' '),
        // Without both, Google returns no refresh token to users who have consented before.
        access_type: 'offline',
        prompt: 'consent',
      })
      return `${config.accountsUrl}/o/oauth2/v2/auth?${query}`
    },
    isIssuer: (issuer) => issuer === config.accountsUrl,
    redeem: (request) => tokens(codeForm(request)),
    refresh: (refreshToken) => tokens(refreshForm(refreshToken)),
    async revoke(refreshToken) {
      const answer = await sendToService({
        vendor: 'google_drive',
        method: 'POST',
        url: `${config.oauthUrl}/revoke`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token: refreshToken }).toString(),
      })
      // 400 `invalid_token`: already revoked.
      if (answer.status !== 200 && answer.status !== 400) throw errorFromStatus('google_drive', answer)
    },
    async account(accessToken) {
      const answer = await sendToService({
        vendor: 'google_drive',
        method: 'GET',
        url: `${config.apisUrl}/drive/v3/about?fields=user`,
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      })
      if (answer.status !== 200) throw errorFromStatus('google_drive', answer)
      const { user } = parseServiceResponse('google_drive', answer, About)
      return { id: user.permissionId, email: user.emailAddress ?? null }
    },
  }
}
