import { z } from 'zod'
import type { GoogleConfig } from '../service-settings.ts'
import type { ServiceAuth } from './service-auth.ts'
import { readServiceAnswer, refusalOfStatus, sendToService } from './service-http.ts'
import { codeForm, refreshForm, requestServiceTokens } from './service-tokens.ts'

/** The files that we make, and no other (decision 16); it is enough for `about.get`, too, so that no right to the profile is needed. */
const neededScopes = ['https://www.googleapis.com/auth/drive.file']

const About = z.object({
  user: z.object({ permissionId: z.string().min(1).max(255), emailAddress: z.string().min(1).max(320).nullish() }),
})

/** Signing in to Google Drive (developers.google.com/identity/protocols/oauth2/web-server). */
export function createGoogleDriveAuth(config: GoogleConfig): ServiceAuth {
  const tokens = (form: Record<string, string>) =>
    requestServiceTokens({ ...config, vendor: 'google_drive', url: `${config.oauthUrl}/token` }, form)
  return {
    neededScopes,
    endsTogether: true,
    authorizeUrl({ redirectUri, state, codeChallenge }) {
      const query = new URLSearchParams({
        client_id: config.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: neededScopes.join(' '),
        state,
        // Without both, somebody who has consented before comes back without a refresh token.
        access_type: 'offline',
        prompt: 'consent',
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
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
      // 400: `invalid_token`, it is over already.
      if (answer.status !== 200 && answer.status !== 400) throw refusalOfStatus('google_drive', answer)
    },
    async account(accessToken) {
      const answer = await sendToService({
        vendor: 'google_drive',
        method: 'GET',
        url: `${config.apisUrl}/drive/v3/about?fields=user`,
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      })
      if (answer.status !== 200) throw refusalOfStatus('google_drive', answer)
      const { user } = readServiceAnswer('google_drive', answer, About)
      return { id: user.permissionId, email: user.emailAddress ?? null }
    },
  }
}
