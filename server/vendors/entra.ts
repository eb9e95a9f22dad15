import { z } from 'zod'
import type { MicrosoftConfig } from '../service-settings.ts'
import { EntraError } from './entra-error.ts'
import { readIdToken, type EntraIdentity } from './entra-id-token.ts'
import { readJsonAnswer, retryAfterMs, send } from './http.ts'

/** Least privilege for sorting (decision 10); `Mail.Send` is asked for only when a forward action is added. */
export const graphScopes = ['User.Read', 'Mail.ReadWrite', 'Mail.Read'] as const
const signInScopes = ['openid', 'profile', 'email', 'offline_access'] as const

export interface EntraTokens {
  accessToken: string
  /** Null where none came: on a refresh the old one then stays in use. */
  refreshToken: string | null
  idToken: string | null
  /** Seconds from now; random between 60 and 90 minutes on the real service. */
  expiresIn: number
  /** What was granted of `graphScopes` and beyond, without the resource's prefix. */
  scopes: string[]
}

export interface EntraClient {
  /** Where the browser goes to sign in and consent. */
  authorizeUrl(wish: { redirectUri: string; state: string; nonce: string; codeChallenge: string }): string
  /** Changes the code of a callback for tokens. */
  redeem(code: { code: string; codeVerifier: string; redirectUri: string }): Promise<EntraTokens>
  refresh(refreshToken: string): Promise<EntraTokens>
  /** Checks the signature, issuer, tenant, audience and times of an id token against the published keys. */
  identify(idToken: string, now: Date): Promise<EntraIdentity>
  /** Whether an `iss` parameter of a callback is ours (mix-up defence). */
  isIssuer(issuer: string): boolean
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

export function createEntra(config: MicrosoftConfig): EntraClient {
  const tenantUrl = `${config.entraUrl}/${config.tenant}`
  const scope = [...signInScopes, ...graphScopes].join(' ')

  /** Without `scope`: then the answer holds what was granted, also where that is less than was asked for, and says so. */
  async function tokens(form: Record<string, string>): Promise<EntraTokens> {
    const { clientId, clientSecret } = config
    const answer = await send({
      vendor: 'entra',
      method: 'POST',
      url: `${tenantUrl}/oauth2/v2.0/token`,
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

  return {
    authorizeUrl({ redirectUri, state, nonce, codeChallenge }) {
      const query = new URLSearchParams({
        client_id: config.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        response_mode: 'query',
        scope,
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // Else the browser's session silently takes the account that is connected already.
        prompt: 'select_account',
      })
      return `${tenantUrl}/oauth2/v2.0/authorize?${query}`
    },
    redeem: ({ code, codeVerifier, redirectUri }) =>
      tokens({ grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri }),
    refresh: (refreshToken) => tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    identify: (idToken, now) => readIdToken(config, idToken, now),
    isIssuer: (issuer) => issuer.startsWith(`${config.entraUrl}/`),
  }
}

function refusalOf(status: number, text: string, waitMs: number | null): EntraError {
  const read = Refusal.safeParse(parseOrNull(text))
  if (!read.success) return new EntraError(status, 'unexpected_answer', [], waitMs)
  const { error, error_codes, error_description } = read.data
  const named = /AADSTS(\d+)/.exec(error_description ?? '')?.[1]
  return new EntraError(status, error, error_codes ?? (named ? [Number(named)] : []), waitMs)
}

/** A proxy in between answers in HTML: then the status alone has to do. */
function parseOrNull(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return null
  }
}
