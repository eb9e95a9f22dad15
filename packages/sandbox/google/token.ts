import { createHash } from 'node:crypto'
import type { World } from '../kit/world.ts'
import { authenticateClient } from './client-auth.ts'
import { TokenError } from './errors.ts'
import { issueTokens, noteUse } from './issue-tokens.ts'
import { parameterProblem } from './parameters.ts'
import { parseScopes } from './scopes.ts'
import type { App, Code } from './state.ts'

export type TokenRequest = { form: URLSearchParams; authorization: string | null; issuer: string }

const CLIENT = ['grant_type', 'client_id', 'client_secret']
const CODE_FIELDS = new Set([...CLIENT, 'code', 'redirect_uri', 'code_verifier'])
const REFRESH_FIELDS = new Set([...CLIENT, 'refresh_token', 'scope'])

/** One token request. Throws a TokenError for whatever Google would refuse. */
export async function answerTokenRequest(world: World, request: TokenRequest): Promise<Record<string, unknown>> {
  const { form, authorization } = request
  const grantType = form.get('grant_type') ?? ''
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    throw new TokenError('unsupported_grant_type', `Invalid grant_type: ${grantType}`)
  }
  const isCode = grantType === 'authorization_code'
  const problem = parameterProblem(form, isCode ? CODE_FIELDS : REFRESH_FIELDS)
  if (problem) throw new TokenError('invalid_request', problem)
  const app = authenticateClient(world, form, authorization)
  return isCode ? redeemCode(world, app, request) : refresh(world, app, request)
}

async function redeemCode(world: World, app: App, { form, issuer }: TokenRequest) {
  const code = world.google.codes.get(needed(form, 'code'))
  const redirectUri = needed(form, 'redirect_uri')
  if (!code) throw new TokenError('invalid_grant', 'Malformed auth code.')
  const { grant, scopes, nonce, offline } = code
  const dead = code.used || code.expiresAt <= world.clock.now() || grant.ended
  if (dead || grant.clientId !== app.clientId) throw new TokenError('invalid_grant', 'Bad Request')
  if (code.redirectUri !== redirectUri) throw new TokenError('redirect_uri_mismatch', 'Bad Request')
  checkVerifier(code, form.get('code_verifier'))
  code.used = true
  return issueTokens(world, { grant, scopes: new Set(scopes), nonce, issuer, withRefreshToken: offline })
}

function checkVerifier({ challenge }: Code, verifier: string | null): void {
  if (!challenge) {
    if (verifier !== null) throw new TokenError('invalid_grant', 'code_verifier or verifier is not needed.')
    return
  }
  if (!verifier) throw new TokenError('invalid_grant', 'Missing code verifier.')
  const made = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const wellFormed = /^[A-Za-z0-9._~-]{43,128}$/.test(verifier)
  if (!wellFormed || made !== challenge.value) throw new TokenError('invalid_grant', 'Invalid code verifier.')
}

/** The refresh token stays the same, so the answer does not name it. */
async function refresh(world: World, app: App, { form, issuer }: TokenRequest) {
  const token = world.google.refreshTokens.get(needed(form, 'refresh_token'))
  if (!token || token.grant.clientId !== app.clientId) throw new TokenError('invalid_grant', 'Bad Request')
  if (token.grant.ended || token.expiresAt <= world.clock.now()) {
    throw new TokenError('invalid_grant', 'Token has been expired or revoked.')
  }
  const { valid, invalid } = parseScopes(form.get('scope') ?? '')
  if (invalid.length > 0 || valid.some((scope) => !token.scopes.has(scope))) {
    throw new TokenError('invalid_scope', 'Some requested scopes were invalid.')
  }
  noteUse(world, token)
  const scopes = valid.length > 0 ? new Set(valid) : token.scopes
  return issueTokens(world, { grant: token.grant, scopes, nonce: null, issuer, withRefreshToken: false })
}

function needed(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value) throw new TokenError('invalid_request', `Missing required parameter: ${name}`)
  return value
}
