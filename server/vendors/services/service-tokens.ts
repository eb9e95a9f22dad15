import { z } from 'zod'
import { parseJsonOrNull } from '../http/http-client.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import type { ProviderTokens } from './service-auth.ts'
import { ServiceError, type ServiceRefusal } from './service-error.ts'
import { parseServiceResponse, sendToService } from './service-http.ts'
import { serviceErrorCodeMaxLength } from '../limits.ts'

/** Lifetimes of access tokens beyond these are refused. */
const serviceTokenMaxLifetimeSeconds = 30 * 24 * 3600

interface TokenEndpoint {
  vendor: string
  url: string
  clientId: string
  clientSecret: string
}

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().max(serviceTokenMaxLifetimeSeconds),
  scope: z.string().default(''),
  refresh_token: z.string().min(1).nullish(),
})
const Refusal = z.object({ error: z.string().max(serviceErrorCodeMaxLength) })

/**
 * Calls a token endpoint (RFC 6749, 4.1.3 and 6). Secrets are sent in the body only, because URLs are logged.
 * @throws ServiceError `signed_out` for an invalid code or an ended grant, else `later`, `unknown`, or `refused` with
 * the OAuth error code
 */
export async function requestServiceTokens(at: TokenEndpoint, form: Record<string, string>): Promise<ProviderTokens> {
  const { vendor, url, clientId, clientSecret } = at
  const answer = await sendToService({
    vendor,
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString(),
  })
  if (answer.status !== 200) {
    const read = Refusal.safeParse(parseJsonOrNull(answer.text))
    const code = read.success ? read.data.error : 'unexpected_answer'
    const waitMs = retryAfterMs(answer.headers)
    throw new ServiceError(vendor, classifyTokenError(answer.status, code), {
      status: answer.status,
      code,
      retryAfterMs: waitMs,
    })
  }
  const { access_token, expires_in, scope, refresh_token } = parseServiceResponse(vendor, answer, TokenAnswer)
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresIn: expires_in,
    scopes: scope.split(/\s+/).filter(Boolean),
  }
}

function classifyTokenError(status: number, code: string): ServiceRefusal {
  if (status === 429 || status >= 500 || code === 'temporarily_unavailable' || code === 'server_error') return 'later'
  return code === 'invalid_grant' || code === 'access_denied' ? 'signed_out' : 'refused'
}
