import { type Context, Hono } from 'hono'
import { findApp } from '../../kit/oauth/apps.ts'
import { type CodeErrors, redeemCode } from '../../kit/oauth/authorization-code.ts'
import { type Fields, type Refusal, TokenError, tokenResponse } from '../../kit/oauth/token-endpoint.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import { readJson } from '../../kit/read-strictly.ts'
import { tokenErrorBody } from '../errors.ts'
import type { Grant, TeamleaderSandbox } from '../state.ts'

const ACCESS_LIFETIME_SECONDS = 3600

/** `POST /oauth2/access_token`, with a form or with JSON. */
export function tokenRoutes(sandbox: TeamleaderSandbox): Hono {
  const app = new Hono()
  app.post('/oauth2/access_token', (c) =>
    tokenResponse(c, async () => answerTokenRequest(sandbox, await fieldsOf(c)), { refusalOf }),
  )
  return app
}

function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof TokenError)) return undefined
  return { status: error.status, body: tokenErrorBody(error.error, error.message) }
}

/** The fields of a form or of JSON. */
export function readFields(body: string): ReadonlyMap<string, string> {
  const json = readJson(Buffer.from(body))
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return new Map(new URLSearchParams(body))
  return new Map(
    Object.entries(json.value).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

async function fieldsOf(c: Context): Promise<ReadonlyMap<string, string>> {
  if (!/^application\/(?:x-www-form-urlencoded|json)\b/.test(c.req.header('content-type') ?? ''))
    throw new TokenError('invalid_request', 'The content type is not supported.')
  return readFields(await c.req.text())
}

function answerTokenRequest(sandbox: TeamleaderSandbox, fields: Fields) {
  const app = findApp(fields.get('client_id'))
  if (!app || fields.get('client_secret') !== app.secret)
    throw new TokenError('invalid_client', 'Client authentication failed', 401)
  switch (fields.get('grant_type')) {
    case 'authorization_code':
      return issueTokens(sandbox, redeem(sandbox, app.clientId, fields))
    case 'refresh_token':
      return issueTokens(sandbox, consumeRefreshToken(sandbox, fields.get('refresh_token')))
    default:
      throw new TokenError('unsupported_grant_type', 'The authorization grant type is not supported.')
  }
}

const MISSING = 'The request is missing a required parameter:'
const INVALID_CODE = ['invalid_grant', 'The authorization code is invalid, expired or used.'] as const
/** Teamleader ignores PKCE. */
const CODE_ERRORS: CodeErrors<readonly [error: string, description: string]> = {
  'no code': ['invalid_request', `${MISSING} code`],
  'no redirect_uri': ['invalid_request', `${MISSING} redirect_uri`],
  unknown: INVALID_CODE,
  expired: INVALID_CODE,
  used: INVALID_CODE,
  'other client': INVALID_CODE,
  'other redirect_uri': ['invalid_grant', 'The redirect URI does not match.'],
}

function redeem({ teamleader, clock }: TeamleaderSandbox, clientId: string, fields: Fields): Grant {
  const check = ({ grant }: { grant: Grant }) => {
    if (grant.ended) throw new TokenError(...INVALID_CODE)
  }
  return redeemCode(teamleader.codes, fields, {
    clientId,
    now: clock.now(),
    errors: CODE_ERRORS,
    toError: (values) => new TokenError(...values),
    check,
  }).grant
}

/** A refresh token works once. A client that loses the response, and the next token with it, needs a new consent. */
function consumeRefreshToken({ teamleader }: TeamleaderSandbox, sent: string | null | undefined): Grant {
  if (!sent) throw new TokenError('invalid_request', `${MISSING} refresh_token`)
  const token = teamleader.refreshTokens.get(sent)
  teamleader.refreshTokens.delete(sent)
  if (!token || token.grant.ended) throw new TokenError('invalid_grant', 'The refresh token is invalid.')
  return token.grant
}

function issueTokens({ teamleader, clock }: TeamleaderSandbox, grant: Grant) {
  const accessToken = randomSecret('tl-sandbox.', 48)
  const refreshToken = randomSecret('def-sandbox', 64)
  teamleader.accessTokens.set(accessToken, { grant, expiresAt: clock.now() + ACCESS_LIFETIME_SECONDS * 1000 })
  teamleader.refreshTokens.set(refreshToken, { grant })
  return {
    token_type: 'Bearer',
    expires_in: ACCESS_LIFETIME_SECONDS,
    access_token: accessToken,
    refresh_token: refreshToken,
  }
}
