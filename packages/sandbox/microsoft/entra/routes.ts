import { Hono } from 'hono'
import { originOf } from '../../kit/origin.ts'
import { signingKey } from '../../kit/signing-key.ts'
import type { World } from '../../kit/world.ts'
import { authorizeRoutes } from './authorize.ts'
import { EntraError, errorBody, statusOf } from './errors.ts'
import { ENTRA_KEY } from './id-token.ts'
import { answerTokenRequest } from './token.ts'

/** Entra ID under /login.microsoftonline.com. There is no revocation endpoint, as there is none at Microsoft. */
export function entraRoutes(world: World): Hono {
  const app = new Hono()
  const base = (url: string) => `${originOf(world, url)}/login.microsoftonline.com`
  app.get('/:tenant/v2.0/.well-known/openid-configuration', (c) =>
    c.json(discovery(base(c.req.url), c.req.param('tenant'))),
  )
  app.get('/:tenant/discovery/v2.0/keys', async (c) => c.json({ keys: [(await signingKey(ENTRA_KEY)).publicJwk] }))
  app.route('/', authorizeRoutes(world))

  app.post('/:tenant/oauth2/v2.0/token', async (c) => {
    c.header('Cache-Control', 'no-store')
    try {
      if (!c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) throw new EntraError(90023)
      const form = Object.fromEntries(new URLSearchParams(await c.req.text()))
      const authorization = c.req.header('authorization') ?? null
      return c.json(
        await answerTokenRequest(world, { base: base(c.req.url), tenant: c.req.param('tenant'), form, authorization }),
      )
    } catch (error) {
      if (error instanceof EntraError) return c.json(errorBody(world.clock, error), statusOf(error))
      throw error
    }
  })
  return app
}

function discovery(base: string, tenant: string) {
  // Under `common` and `organizations` the issuer is a template: the token's own tenant goes in.
  const template = tenant === 'common' || tenant === 'organizations'
  return {
    issuer: `${base}/${template ? '{tenantid}' : tenant}/v2.0`,
    authorization_endpoint: `${base}/${tenant}/oauth2/v2.0/authorize`,
    token_endpoint: `${base}/${tenant}/oauth2/v2.0/token`,
    jwks_uri: `${base}/${tenant}/discovery/v2.0/keys`,
    end_session_endpoint: `${base}/${tenant}/oauth2/v2.0/logout`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256', 'plain'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'nonce',
      'preferred_username',
      'name',
      'tid',
      'oid',
      'email',
      'ver',
    ],
  }
}
