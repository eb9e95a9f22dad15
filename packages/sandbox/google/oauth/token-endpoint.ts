import { type CodeErrors, redeemCode } from '../../kit/oauth/authorization-code.ts'
import { isGrantType, TOKEN_FIELDS, TokenError } from '../../kit/oauth/token-endpoint.ts'
import type { GoogleSandbox } from '../state.ts'
import { extendLifetime, issueTokens } from './issue-tokens.ts'
import { parameterError } from './parameters.ts'
import { parseScopes } from './scopes.ts'
import { findApp, type OAuthApp } from '../../kit/oauth/apps.ts'
import { basicCredentials } from '../../kit/oauth/client-credentials.ts'

type TokenRequest = { form: URLSearchParams; authorization: string | null; issuer: string }

/** @throws TokenError */
export async function answerTokenRequest(
  sandbox: GoogleSandbox,
  request: TokenRequest,
): Promise<Record<string, unknown>> {
  const { form, authorization } = request
  const grantType = form.get('grant_type') ?? ''
  if (!isGrantType(grantType)) throw new TokenError('unsupported_grant_type', `Invalid grant_type: ${grantType}`)
  const problem = parameterError(form, TOKEN_FIELDS[grantType])
  if (problem) throw new TokenError('invalid_request', problem)
  const { clientId } = authenticateClient(form, authorization)
  return grantType === 'authorization_code' ? redeem(sandbox, clientId, request) : refresh(sandbox, clientId, request)
}

const MISSING = 'Missing required parameter:'
const CODE_ERRORS: CodeErrors<readonly [error: string, description: string]> = {
  'no code': ['invalid_request', `${MISSING} code`],
  'no redirect_uri': ['invalid_request', `${MISSING} redirect_uri`],
  unknown: ['invalid_grant', 'Malformed auth code.'],
  expired: ['invalid_grant', 'Bad Request'],
  used: ['invalid_grant', 'Bad Request'],
  'other client': ['invalid_grant', 'Bad Request'],
  'other redirect_uri': ['redirect_uri_mismatch', 'Bad Request'],
  'unexpected verifier': ['invalid_grant', 'code_verifier or verifier is not needed.'],
  'no verifier': ['invalid_grant', 'Missing code verifier.'],
  'malformed verifier': ['invalid_grant', 'Invalid code verifier.'],
  'wrong verifier': ['invalid_grant', 'Invalid code verifier.'],
}

async function redeem(sandbox: GoogleSandbox, clientId: string, { form, issuer }: TokenRequest) {
  const { google, clock } = sandbox
  const { grant, scopes, nonce, offline } = redeemCode(google.codes, form, {
    clientId,
    now: clock.now(),
    errors: CODE_ERRORS,
    toError: (values) => new TokenError(...values),
    check(code) {
      if (code.grant.ended) throw new TokenError('invalid_grant', 'Bad Request')
    },
  })
  return issueTokens(sandbox, { grant, scopes: new Set(scopes), nonce, issuer, withRefreshToken: offline })
}

/** The refresh token stays the same, so the response does not repeat it. */
async function refresh(sandbox: GoogleSandbox, clientId: string, { form, issuer }: TokenRequest) {
  const { google, clock } = sandbox
  const sent = form.get('refresh_token')
  if (!sent) throw new TokenError('invalid_request', `${MISSING} refresh_token`)
  const token = google.refreshTokens.get(sent)
  if (!token || token.grant.clientId !== clientId) throw new TokenError('invalid_grant', 'Bad Request')
  if (token.grant.ended || token.expiresAt <= clock.now()) {
    throw new TokenError('invalid_grant', 'Token has been expired or revoked.')
  }
  const { valid, invalid } = parseScopes(form.get('scope') ?? '')
  if (invalid.length > 0 || valid.some((scope) => !token.scopes.has(scope))) {
    throw new TokenError('invalid_scope', 'Some requested scopes were invalid.')
  }
  extendLifetime(sandbox, token)
  const scopes = valid.length > 0 ? new Set(valid) : token.scopes
  return issueTokens(sandbox, { grant: token.grant, scopes, nonce: null, issuer, withRefreshToken: false })
}

/** A web application sends its secret in the form or in Basic authentication. @throws TokenError */
function authenticateClient(form: URLSearchParams, authorization: string | null): OAuthApp {
  const basic = basicCredentials(authorization)
  const id = form.get('client_id') ?? basic?.id
  if (!id) throw new TokenError('invalid_request', 'Could not determine client ID from request.')
  const app = findApp(id)
  if (!app) throw new TokenError('invalid_client', 'The OAuth client was not found.', 401)
  const secret = form.get('client_secret') ?? basic?.secret
  if (!secret) throw new TokenError('invalid_request', 'client_secret is missing.')
  if (secret !== app.secret) throw new TokenError('invalid_client', 'The provided client secret is invalid.', 401)
  return app
}
