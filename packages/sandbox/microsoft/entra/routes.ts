import { Hono } from 'hono'
import { isForm, tokenResponse } from '../../kit/oauth/token-endpoint.ts'
import { originOf } from '../../kit/origin.ts'
import { signingKey } from '../../kit/oauth/signing-key.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { authorizeRoutes } from './authorization-endpoint.ts'
import { EntraError, refusalOf } from './errors.ts'
import { ENTRA_KEY } from './id-token.ts'
import { answerTokenRequest } from './token-endpoint.ts'

/** Entra ID under /login.microsoftonline.com. Microsoft has no revocation endpoint. */
export function entraRoutes(sandbox: MicrosoftSandbox): Hono {
  const app = new Hono()
  const base = (url: string) => `${originOf(sandbox, url)}/login.microsoftonline.com`
  app.get('/:tenant/v2.0/.well-known/openid-configuration', (c) =>
    c.json(discovery(base(c.req.url), c.req.param('tenant'))),
  )
  app.get('/:tenant/discovery/v2.0/keys', async (c) => c.json({ keys: [(await signingKey(ENTRA_KEY)).publicJwk] }))
  app.route('/', authorizeRoutes(sandbox))

  app.post('/:tenant/oauth2/v2.0/token', (c) => {
    const run = async () => {
      if (!isForm(c)) throw new EntraError(90023)
      const form = new Map(new URLSearchParams(await c.req.text()))
      const authorization = c.req.header('authorization') ?? null
      const origin = c.req.header('origin') ?? null
      const request = { base: base(c.req.url), tenant: c.req.param('tenant'), form, authorization, origin }
      return answerTokenRequest(sandbox, request)
    }
    return tokenResponse(c, run, { refusalOf: (error) => refusalOf(sandbox.clock, error) })
  })
  return app
}

function discovery(base: string, tenant: string) {
  // Under `common` and `organizations` the issuer is a template for the tenant of the token.
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
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
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
