import { type Context, Hono } from 'hono'
import { isForm, TokenError, tokenResponse } from '../../kit/oauth/token-endpoint.ts'
import { signingKey } from '../../kit/oauth/signing-key.ts'
import { originOf } from '../../kit/origin.ts'
import type { GoogleSandbox } from '../state.ts'
import { authorizeRoutes } from './authorization-endpoint.ts'
import { bearerOf } from './bearer.ts'
import { claimsOf, GOOGLE_KEYS } from './id-token.ts'
import { parameterError } from './parameters.ts'
import { answerTokenRequest } from './token-endpoint.ts'

const CACHE_CONTROL = 'no-cache, no-store, max-age=0, must-revalidate'

/** The issuer of id tokens: the address of the sandbox's account service. */
export const issuerOf = (sandbox: GoogleSandbox, requestUrl: string) =>
  `${originOf(sandbox, requestUrl)}/accounts.google.com`

/** Under /accounts.google.com: discovery and the pages. */
export function accountsRoutes(sandbox: GoogleSandbox): Hono {
  const app = new Hono()
  app.get('/.well-known/openid-configuration', (c) => c.json(discovery(originOf(sandbox, c.req.url))))
  app.route('/', authorizeRoutes(sandbox))
  return app
}

/** Under /oauth2.googleapis.com: tokens are issued and revoked. */
export function oauthRoutes(sandbox: GoogleSandbox): Hono {
  const app = new Hono()
  const respond = (c: Context, run: () => Promise<object>) => tokenResponse(c, run, { cacheControl: CACHE_CONTROL })
  app.post('/token', (c) =>
    respond(c, async () => {
      const form = await formOf(c)
      const authorization = c.req.header('authorization') ?? null
      return answerTokenRequest(sandbox, { form, authorization, issuer: issuerOf(sandbox, c.req.url) })
    }),
  )
  app.post('/revoke', (c) =>
    respond(c, async () => {
      const inQuery = new URL(c.req.url).searchParams
      revoke(sandbox, inQuery.has('token') ? inQuery : await formOf(c))
      return {}
    }),
  )
  return app
}

/** Under /www.googleapis.com/oauth2. */
export function certsRoutes(): Hono {
  const app = new Hono()
  app.get('/v3/certs', async (c) => {
    const keys = await Promise.all(GOOGLE_KEYS.map((kid) => signingKey(kid)))
    c.header('Cache-Control', 'public, max-age=21600, must-revalidate, no-transform')
    return c.json({ keys: keys.map(({ publicJwk }) => publicJwk).toReversed() })
  })
  return app
}

/** Under /openidconnect.googleapis.com. */
export function userinfoRoutes(sandbox: GoogleSandbox): Hono {
  const app = new Hono()
  app.on(['GET', 'POST'], '/v1/userinfo', (c) => {
    const bearer = bearerOf(sandbox, c)
    if (!bearer) {
      c.header('WWW-Authenticate', 'Bearer realm="https://accounts.google.com/", error="invalid_token"')
      return c.json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401)
    }
    return c.json(claimsOf(bearer.account, bearer.scopes))
  })
  return app
}

/** Revoking an access token or a refresh token ends the whole grant. */
function revoke({ google, clock }: GoogleSandbox, sent: URLSearchParams): void {
  const problem = parameterError(sent, new Set(['token']))
  if (problem) throw new TokenError('invalid_request', problem)
  const value = sent.get('token') ?? ''
  if (value === '') throw new TokenError('invalid_request', 'Missing required parameter: token')
  const token = google.refreshTokens.get(value) ?? google.accessTokens.get(value)
  if (!token || token.grant.ended || token.expiresAt <= clock.now()) {
    throw new TokenError('invalid_token', 'Token expired or revoked')
  }
  token.grant.ended = true
}

async function formOf(c: Context): Promise<URLSearchParams> {
  if (isForm(c)) return new URLSearchParams(await c.req.text())
  throw new TokenError('invalid_request', 'The Content-Type must be application/x-www-form-urlencoded.')
}

function discovery(origin: string) {
  return {
    issuer: `${origin}/accounts.google.com`,
    authorization_endpoint: `${origin}/accounts.google.com/o/oauth2/v2/auth`,
    token_endpoint: `${origin}/oauth2.googleapis.com/token`,
    userinfo_endpoint: `${origin}/openidconnect.googleapis.com/v1/userinfo`,
    revocation_endpoint: `${origin}/oauth2.googleapis.com/revoke`,
    jwks_uri: `${origin}/www.googleapis.com/oauth2/v3/certs`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'family_name',
      'given_name',
      'iat',
      'iss',
      'name',
      'sub',
    ],
    code_challenge_methods_supported: ['plain', 'S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  }
}
