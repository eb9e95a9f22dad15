import { type Context, Hono } from 'hono'
import { originOf } from '../kit/origin.ts'
import { signingKey } from '../kit/signing-key.ts'
import type { World } from '../kit/world.ts'
import { authorizeRoutes } from './authorize.ts'
import { bearerOf } from './bearer.ts'
import { TokenError, tokenErrorBody } from './errors.ts'
import { claimsOf, GOOGLE_KEYS } from './id-token.ts'
import { parameterProblem } from './parameters.ts'
import { answerTokenRequest } from './token.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Where Google's account service was reached: the issuer of its id_tokens. */
export const issuerOf = (world: World, requestUrl: string) => `${originOf(world, requestUrl)}/accounts.google.com`

/** Discovery and the pages. */
export function accountsRoutes(world: World): Hono {
  const app = new Hono()
  app.get('/.well-known/openid-configuration', (c) => c.json(discovery(originOf(world, c.req.url))))
  app.route('/', authorizeRoutes(world))
  return app
}

/** Under /oauth2.googleapis.com: tokens are made and revoked. */
export function oauthRoutes(world: World): Hono {
  const app = new Hono()
  app.post('/token', (c) =>
    inTokenWords(c, async () => {
      const form = await formOf(c)
      const authorization = c.req.header('authorization') ?? null
      return answerTokenRequest(world, { form, authorization, issuer: issuerOf(world, c.req.url) })
    }),
  )
  app.post('/revoke', (c) =>
    inTokenWords(c, async () => {
      const inQuery = new URL(c.req.url).searchParams
      revoke(world, inQuery.has('token') ? inQuery : await formOf(c))
      return {}
    }),
  )
  return app
}

/** Under /www.googleapis.com/oauth2 and /openidconnect.googleapis.com. */
export function certsRoutes(): Hono {
  const app = new Hono()
  app.get('/v3/certs', async (c) => {
    const keys = await Promise.all(GOOGLE_KEYS.map((kid) => signingKey(kid)))
    c.header('Cache-Control', 'public, max-age=21600, must-revalidate, no-transform')
    return c.json({ keys: keys.map(({ publicJwk }) => publicJwk).toReversed() })
  })
  return app
}

export function userinfoRoutes(world: World): Hono {
  const app = new Hono()
  app.on(['GET', 'POST'], '/v1/userinfo', (c) => {
    const bearer = bearerOf(world, c)
    if (!bearer) {
      c.header('WWW-Authenticate', 'Bearer realm="https://accounts.google.com/", error="invalid_token"')
      return c.json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401)
    }
    return c.json(claimsOf(bearer.person, bearer.scopes))
  })
  return app
}

/** A token of either kind ends the whole consent. */
function revoke({ google, clock }: World, given: URLSearchParams): void {
  const problem = parameterProblem(given, new Set(['token']))
  if (problem) throw new TokenError('invalid_request', problem)
  const value = given.get('token') ?? ''
  if (value === '') throw new TokenError('invalid_request', 'Missing required parameter: token')
  const token = google.refreshTokens.get(value) ?? google.accessTokens.get(value)
  if (!token || token.grant.ended || token.expiresAt <= clock.now()) {
    throw new TokenError('invalid_token', 'Token expired or revoked')
  }
  token.grant.ended = true
}

async function formOf(c: Context): Promise<URLSearchParams> {
  if (!c.req.header('content-type')?.startsWith(FORM)) {
    throw new TokenError('invalid_request', `The Content-Type must be ${FORM}.`)
  }
  return new URLSearchParams(await c.req.text())
}

async function inTokenWords(c: Context, answer: () => Promise<Record<string, unknown>>): Promise<Response> {
  c.header('Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate')
  try {
    return c.json(await answer())
  } catch (error) {
    if (error instanceof TokenError) return c.json(tokenErrorBody(error), error.status)
    throw error
  }
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
