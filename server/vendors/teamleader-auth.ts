import { z } from 'zod'
import type { TeamLeaderConfig } from '../service-settings.ts'
import type { ServiceAuth } from './service-auth.ts'
import { readServiceAnswer, refusalOfStatus, sendToService } from './service-http.ts'
import { codeForm, refreshForm, requestServiceTokens } from './service-tokens.ts'
import { teamleaderVersion } from './teamleader-call.ts'

const Me = z.object({
  data: z.object({ id: z.string().min(1).max(255), email: z.string().max(320).nullish() }),
})

/**
 * Signing in to TeamLeader Focus (developer.focus.teamleader.eu). Every refresh token works once. What the integration may do is set where it is
 * registered: no scope is asked for, and none is told.
 */
export function createTeamLeaderAuth(config: TeamLeaderConfig): ServiceAuth {
  const tokens = (form: Record<string, string>) =>
    requestServiceTokens({ ...config, vendor: 'teamleader', url: `${config.focusUrl}/oauth2/access_token` }, form)
  return {
    neededScopes: [],
    endsTogether: false,
    authorizeUrl({ redirectUri, state, codeChallenge }) {
      const query = new URLSearchParams({
        client_id: config.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
      return `${config.focusUrl}/oauth2/authorize?${query}`
    },
    isIssuer: (issuer) => issuer === config.focusUrl,
    redeem: (request) => tokens(codeForm(request)),
    refresh: (refreshToken) => tokens(refreshForm(refreshToken)),
    // There is no call for it; people remove the integration in their Marketplace settings.
    revoke: async () => undefined,
    async account(accessToken) {
      const answer = await sendToService({
        vendor: 'teamleader',
        method: 'POST',
        url: `${config.apiUrl}/users.me`,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          'x-api-version': teamleaderVersion,
        },
      })
      if (answer.status !== 200) throw refusalOfStatus('teamleader', answer)
      const { data } = readServiceAnswer('teamleader', answer, Me)
      return { id: data.id, email: data.email || null }
    },
  }
}
