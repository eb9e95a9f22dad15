import { z } from 'zod'
import type { MicrosoftConfig } from '../service-settings.ts'
import { EntraError } from './entra-error.ts'
import { parseJsonOrNull, readJsonAnswer, retryAfterMs, send } from './http.ts'

export interface EntraTokens {
  accessToken: string
  /** Null where none came: on a refresh the old one then stays in use. */
  refreshToken: string | null
  idToken: string | null
  /** Seconds from now; random between 60 and 90 minutes on the real service. */
  expiresIn: number
  /** What was granted, without the prefix of Graph. */
  scopes: string[]
}

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce
    .number()
    .positive()
    .max(7 * 24 * 3600),
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
 * One call of the token endpoint. Without `scope`: then the answer holds what was granted, also where that is less than was asked for,
 * and says so.
 * @throws EntraError
 */
export async function requestTokens(config: MicrosoftConfig, form: Record<string, string>): Promise<EntraTokens> {
  const { clientId, clientSecret } = config
  const answer = await send({
    vendor: 'entra',
    method: 'POST',
    url: `${config.entraUrl}/${config.tenant}/oauth2/v2.0/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString(),
  })
  if (answer.status !== 200) throw refusalOf(answer.status, answer.text, retryAfterMs(answer.headers))
  const read = TokenAnswer.safeParse(readJsonAnswer('entra', answer))
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

function refusalOf(status: number, text: string, waitMs: number | null): EntraError {
  const read = Refusal.safeParse(parseJsonOrNull(text))
  if (!read.success) return new EntraError(status, 'unexpected_answer', [], waitMs)
  const { error, error_codes, error_description } = read.data
  const named = /AADSTS(\d+)/.exec(error_description ?? '')?.[1]
  return new EntraError(status, error, error_codes ?? (named ? [Number(named)] : []), waitMs)
}
