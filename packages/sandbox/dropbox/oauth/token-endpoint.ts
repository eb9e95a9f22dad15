import { findApp, type OAuthApp } from '../../kit/oauth/apps.ts'
import { type CodeErrors, redeemCode } from '../../kit/oauth/authorization-code.ts'
import { basicCredentials } from '../../kit/oauth/client-credentials.ts'
import { isGrantType, strayParameter, TOKEN_FIELDS, TokenError } from '../../kit/oauth/token-endpoint.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import { findAccount } from '../accounts.ts'
import type { DropboxSandbox, Grant } from '../state.ts'

type TokenRequest = { form: URLSearchParams; authorization: string | null }

const ACCESS_LIFETIME_SECONDS = 4 * 3600

/** The response of `/oauth2/token`. @throws TokenError */
export function answerTokenRequest(
  sandbox: DropboxSandbox,
  { form, authorization }: TokenRequest,
): Record<string, unknown> {
  const grantType = form.get('grant_type') ?? ''
  if (!isGrantType(grantType)) {
    throw new TokenError('unsupported_grant_type', 'grant_type must be "authorization_code" or "refresh_token"')
  }
  const stray = strayParameter(form, TOKEN_FIELDS[grantType])
  if (stray?.problem === 'unknown') throw new TokenError('invalid_request', `unknown field "${stray.name}"`)
  if (stray) throw new TokenError('invalid_request', `more than one "${stray.name}"`)
  const client = clientOf(form, authorization)
  return grantType === 'authorization_code' ? redeem(sandbox, client, form) : refresh(sandbox, client, form)
}

/** `isPublic`: the client sent no secret, as an app on a phone; PKCE protects the code. */
type Client = { app: OAuthApp; isPublic: boolean }

function clientOf(form: URLSearchParams, authorization: string | null): Client {
  const basic = basicCredentials(authorization)
  const app = findApp(basic?.id ?? form.get('client_id'))
  if (!app) throw new TokenError('invalid_client', 'Invalid client_id or client_secret')
  const secret = basic?.secret ?? form.get('client_secret')
  if (secret === null) return { app, isPublic: true }
  if (secret !== app.secret) throw new TokenError('invalid_client', 'Invalid client_id or client_secret')
  return { app, isPublic: false }
}

const UNKNOWN_CODE = ['invalid_grant', "code doesn't exist or has expired"] as const
const CODE_ERRORS: CodeErrors<readonly [error: string, description: string]> = {
  'no code': ['invalid_request', 'missing required field "code"'],
  unknown: UNKNOWN_CODE,
  expired: UNKNOWN_CODE,
  used: UNKNOWN_CODE,
  'other client': UNKNOWN_CODE,
  'other redirect_uri': ['invalid_grant', 'redirect_uri mismatch'],
  'no secret and no challenge': ['invalid_client', 'client_secret is missing'],
  'unexpected verifier': ['invalid_grant', 'code was not requested with a code_challenge'],
  'no verifier': ['invalid_grant', 'invalid code verifier'],
  'wrong verifier': ['invalid_grant', 'invalid code verifier'],
}

function redeem(sandbox: DropboxSandbox, { app, isPublic }: Client, form: URLSearchParams): Record<string, unknown> {
  const { dropbox, clock } = sandbox
  const { clientId } = app
  const code = redeemCode(dropbox.codes, form, {
    clientId,
    isPublic,
    now: clock.now(),
    errors: CODE_ERRORS,
    toError: (values) => new TokenError(...values),
  })
  const { email, scopes, offline } = code
  const grant = { email, clientId, scopes: new Set(scopes), isPublic, ended: false }
  const tokens = issueAccessToken(sandbox, grant, grant.scopes)
  const account = findAccount(dropbox.accounts, email)
  const about = { scope: scopes.join(' '), uid: account?.uid, account_id: account?.accountId }
  if (!offline) return { ...tokens, ...about }
  const refreshToken = randomSecret('SBX', 48)
  dropbox.refreshTokens.set(refreshToken, grant)
  return { ...tokens, ...about, refresh_token: refreshToken }
}

/** The refresh token stays the same, so the response does not repeat it. */
function refresh(sandbox: DropboxSandbox, { app, isPublic }: Client, form: URLSearchParams): Record<string, unknown> {
  const sent = form.get('refresh_token')
  if (!sent) throw new TokenError('invalid_request', 'missing required field "refresh_token"')
  const grant = sandbox.dropbox.refreshTokens.get(sent)
  if (!grant || grant.ended || grant.clientId !== app.clientId) {
    throw new TokenError('invalid_grant', 'refresh token is invalid or revoked')
  }
  if (isPublic && !grant.isPublic) throw new TokenError('invalid_client', 'client_secret is missing')
  const requested = form.get('scope')?.split(/\s+/).filter(Boolean) ?? []
  if (requested.some((scope) => !grant.scopes.has(scope))) {
    throw new TokenError('invalid_scope', 'scope was not granted')
  }
  return issueAccessToken(sandbox, grant, requested.length > 0 ? new Set(requested) : grant.scopes)
}

/** @throws TokenError where the account is deleted or suspended */
function issueAccessToken({ dropbox, clock }: DropboxSandbox, grant: Grant, scopes: ReadonlySet<string>) {
  const account = findAccount(dropbox.accounts, grant.email)
  if (!account || account.suspended) throw new TokenError('invalid_grant', 'the account is not available')
  const token = randomSecret('sl.SBX', 96)
  dropbox.accessTokens.set(token, { grant, scopes, expiresAt: clock.now() + ACCESS_LIFETIME_SECONDS * 1000 })
  return { access_token: token, token_type: 'bearer', expires_in: ACCESS_LIFETIME_SECONDS }
}
