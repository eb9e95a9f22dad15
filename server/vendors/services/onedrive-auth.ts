import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { EntraError } from '../oauth/entra-error.ts'
import { requestTokens } from '../oauth/entra-tokens.ts'
import type { ServiceAuth, ProviderTokens } from './service-auth.ts'
import { ServiceError } from './service-error.ts'
import { parseServiceResponse, errorFromStatus, sendToService } from './service-http.ts'
import { authorizationQuery, codeForm, refreshForm } from '../oauth/oauth-requests.ts'
import { VendorError } from '../http/vendor-error.ts'
import { externalIdMaxLength, externalAddressMaxLength } from '../limits.ts'

/** A separate consent: connecting a mailbox grants no access to files. */
const neededScopes = ['Files.ReadWrite', 'User.Read']

const Me = z.object({
  id: z.string().min(1).max(externalIdMaxLength),
  mail: z.string().max(externalAddressMaxLength).nullish(),
  userPrincipalName: z.string().max(externalAddressMaxLength).nullish(),
})

/** OAuth of OneDrive, at Microsoft Entra. Refresh tokens rotate: each response contains a new one. */
export function createOneDriveAuth(config: MicrosoftConfig, clock: Clock): ServiceAuth {
  return {
    neededScopes,
    endsTogether: false,
    authorizeUrl(request) {
      const query = authorizationQuery(config.clientId, request, {
        response_mode: 'query',
        scope: ['offline_access', ...neededScopes].join(' '),
        // Otherwise Entra silently reuses the mailbox's account.
        prompt: 'select_account',
      })
      return `${config.entraUrl}/${config.tenant}/oauth2/v2.0/authorize?${query}`
    },
    isIssuer: (issuer) => issuer.startsWith(`${config.entraUrl}/`),
    redeem: (request) => tokens(config, clock, codeForm(request)),
    refresh: (refreshToken) => tokens(config, clock, refreshForm(refreshToken)),
    // Entra cannot revoke one token; users remove the app at myaccount.microsoft.com or account.live.com.
    revoke: async () => undefined,
    async account(accessToken) {
      const answer = await sendToService({
        vendor: 'onedrive',
        method: 'GET',
        url: `${config.graphUrl}/v1.0/me?$select=id,mail,userPrincipalName`,
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      })
      if (answer.status !== 200) throw errorFromStatus('onedrive', answer)
      const { id, mail, userPrincipalName } = parseServiceResponse('onedrive', answer, Me)
      return { id, email: mail || userPrincipalName || null }
    },
  }
}

async function tokens(config: MicrosoftConfig, clock: Clock, form: Record<string, string>): Promise<ProviderTokens> {
  try {
    const { accessToken, refreshToken, expiresIn, scopes } = await requestTokens(config, clock, form)
    return { accessToken, refreshToken, expiresIn, scopes }
  } catch (error) {
    throw error instanceof VendorError ? asServiceError(error) : error
  }
}

function asServiceError(error: VendorError): ServiceError {
  const { status, code, retryAfterMs } = error
  const isGrantEnded = error instanceof EntraError && error.signInNeeded
  const refusal = status === 0 ? 'unknown' : error.transient ? 'later' : isGrantEnded ? 'signed_out' : 'refused'
  return new ServiceError('onedrive', refusal, { status, code, retryAfterMs, cause: error })
}
