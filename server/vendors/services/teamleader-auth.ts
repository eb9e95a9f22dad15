import { z } from 'zod'
import type { TeamLeaderConfig } from '../../service-settings.ts'
import type { ServiceAuth } from './service-auth.ts'
import { parseServiceResponse, errorFromStatus, sendToService } from './service-http.ts'
import { authorizationQuery, codeForm, refreshForm } from '../oauth/oauth-requests.ts'
import { requestServiceTokens } from './service-tokens.ts'
import { teamleaderVersion } from './teamleader-request.ts'
import { externalIdMaxLength, externalAddressMaxLength } from '../limits.ts'

const Me = z.object({
  data: z.object({
    id: z.string().min(1).max(externalIdMaxLength),
    email: z.string().max(externalAddressMaxLength).nullish(),
  }),
})

/**
 * OAuth of TeamLeader Focus (developer.focus.teamleader.eu). Refresh tokens work once. Permissions are set where the
 * integration is registered: scopes are neither requested nor returned.
 */
export function createTeamLeaderAuth(config: TeamLeaderConfig): ServiceAuth {
  const tokens = (form: Record<string, string>) =>
    requestServiceTokens({ ...config, vendor: 'teamleader', url: `${config.focusUrl}/oauth2/access_token` }, form)
  return {
    neededScopes: [],
    endsTogether: false,
    authorizeUrl(request) {
      const query = authorizationQuery(config.clientId, request, {})
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
      if (answer.status !== 200) throw errorFromStatus('teamleader', answer)
      const { data } = parseServiceResponse('teamleader', answer, Me)
      return { id: data.id, email: data.email || null }
    },
  }
}
