import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { SignJWT } from 'jose'
import { type Clock, addMs } from '../../clock.ts'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { EntraError } from './entra-error.ts'
import { parseJsonOrNull, parseJsonResponse, sendRequest } from '../http/http-client.ts'
import { retryAfterMs } from '../http/retry-after.ts'

/** Entra recommends five to ten minutes. */
const clientAssertionLifetimeMs = 5 * 60_000

/**
 * The parameters by which the app authenticates at the token endpoint. A public client has none: Entra refuses a secret
 * from it, and PKCE alone protects the code.
 */
async function entraClientCredentials(
  { clientId, credential }: MicrosoftConfig,
  tokenUrl: string,
  clock: Clock,
): Promise<Record<string, string>> {
  if (credential === null) return {}
  if ('secret' in credential) return { client_secret: credential.secret }
  const now = clock.now()
  // learn.microsoft.com/entra/identity-platform/certificate-credentials
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': credential.thumbprint })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(tokenUrl)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(addMs(now, clientAssertionLifetimeMs))
    .sign(credential.privateKey)
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }
}

const entraTokenMaxLifetimeSeconds = 7 * 24 * 3600

export interface EntraTokens {
  accessToken: string
  /** Null if none was returned; after a refresh the old one then stays valid. */
  refreshToken: string | null
  idToken: string | null
  /** Seconds; Entra chooses between 60 and 90 minutes at random. */
  expiresIn: number
  /** Granted scopes without Graph's URL prefix. */
  scopes: string[]
}

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().max(entraTokenMaxLifetimeSeconds),
  scope: z.string().default(''),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().min(1).optional(),
})
const Refusal = z.object({
  error: z.string(),
  error_codes: z.array(z.number()).optional(),
  error_description: z.string().optional(),
})

/**
 * Calls the token endpoint. Without `scope` in the form, the response covers the granted scopes, even if they are
 * fewer than requested.
 * @throws EntraError
 */
export async function requestTokens(
  config: MicrosoftConfig,
  clock: Clock,
  form: Record<string, string>,
): Promise<EntraTokens> {
  const url = `${config.entraUrl}/${config.tenant}/oauth2/v2.0/token`
  const credentials = await entraClientCredentials(config, url, clock)
  const answer = await sendRequest({
    vendor: 'entra',
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ client_id: config.clientId, ...credentials, ...form }).toString(),
  })
  if (answer.status !== 200) throw parseTokenError(answer.status, answer.text, retryAfterMs(answer.headers))
  const read = TokenAnswer.safeParse(parseJsonResponse('entra', answer))
  if (!read.success) throw new EntraError(0, 'unreadable_answer', [], null)
  const { access_token, expires_in, scope: granted, refresh_token, id_token } = read.data
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    idToken: id_token ?? null,
    expiresIn: expires_in,
    scopes: granted
      .split(/\s+/)
      .filter(Boolean)
      .map((name) => name.replace(/^https:\/\/graph\.microsoft\.com\//i, '')),
  }
}

function parseTokenError(status: number, text: string, waitMs: number | null): EntraError {
  const read = Refusal.safeParse(parseJsonOrNull(text))
  if (!read.success) return new EntraError(status, 'unexpected_answer', [], waitMs)
  const { error, error_codes, error_description } = read.data
  const named = /AADSTS(\d+)/.exec(error_description ?? '')?.[1]
  return new EntraError(status, error, error_codes ?? (named ? [Number(named)] : []), waitMs)
}
