import { createHash } from 'node:crypto'
import { basicOf } from '../../kit/basic-auth.ts'
import { secretOf } from '../../kit/secret.ts'
import type { World } from '../../kit/world.ts'
import { findAccount } from '../accounts.ts'
import { TokenError } from '../errors.ts'
import type { App, Code, Family } from '../state.ts'

export type TokenRequest = { form: URLSearchParams; authorization: string | null }

/** Four hours. */
const ACCESS_LIFE_SECONDS = 14_400
const CLIENT = ['grant_type', 'client_id', 'client_secret']
const CODE_FIELDS = new Set([...CLIENT, 'code', 'redirect_uri', 'code_verifier'])
const REFRESH_FIELDS = new Set([...CLIENT, 'refresh_token', 'scope'])

/** The answer of `/oauth2/token`. @throws TokenError for whatever Dropbox would refuse */
export function answerTokenRequest(world: World, { form, authorization }: TokenRequest): Record<string, unknown> {
  const grantType = form.get('grant_type') ?? ''
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    throw new TokenError('unsupported_grant_type', 'grant_type must be "authorization_code" or "refresh_token"')
  }
  const isCode = grantType === 'authorization_code'
  for (const name of form.keys()) {
    const known = (isCode ? CODE_FIELDS : REFRESH_FIELDS).has(name)
    if (!known) throw new TokenError('invalid_request', `unknown field "${name}"`)
    if (form.getAll(name).length > 1) throw new TokenError('invalid_request', `more than one "${name}"`)
  }
  const client = clientOf(world, form, authorization)
  return isCode ? redeemCode(world, client, form) : refresh(world, client, form)
}

/** `proven`: it showed the secret. An app without one, as on a phone, is told by its verifier. */
type Client = { app: App; proven: boolean }

function clientOf({ dropbox }: World, form: URLSearchParams, authorization: string | null): Client {
  const basic = basicOf(authorization)
  const app = dropbox.apps.get(basic?.id ?? form.get('client_id') ?? '')
  if (!app) throw new TokenError('invalid_client', 'Invalid client_id or client_secret')
  const secret = basic?.secret ?? form.get('client_secret')
  if (secret === null) return { app, proven: false }
  if (secret !== app.secret) throw new TokenError('invalid_client', 'Invalid client_id or client_secret')
  return { app, proven: true }
}

function redeemCode(world: World, { app, proven }: Client, form: URLSearchParams): Record<string, unknown> {
  const { dropbox, clock } = world
  const code = dropbox.codes.get(needed(form, 'code'))
  const dead = !code || code.used || code.expiresAt <= clock.now() || code.clientId !== app.clientId
  if (dead) throw new TokenError('invalid_grant', "code doesn't exist or has expired")
  if (form.get('redirect_uri') !== code.redirectUri) throw new TokenError('invalid_grant', 'redirect_uri mismatch')
  if (!proven && !code.challenge) throw new TokenError('invalid_client', 'client_secret is missing')
  checkVerifier(code, form.get('code_verifier'))
  code.used = true
  const { email, scopes, offline } = code
  const family = { email, clientId: app.clientId, scopes: new Set(scopes), isPublic: !proven, ended: false }
  const answer = accessTokenFor(world, family, family.scopes)
  const account = findAccount(dropbox.accounts, email)
  const about = { scope: scopes.join(' '), uid: account?.uid, account_id: account?.accountId }
  if (!offline) return { ...answer, ...about }
  const refreshToken = secretOf('SBX', 48)
  dropbox.refreshTokens.set(refreshToken, family)
  return { ...answer, ...about, refresh_token: refreshToken }
}

function checkVerifier({ challenge }: Code, verifier: string | null): void {
  if (!challenge) {
    if (verifier !== null) throw new TokenError('invalid_grant', 'code was not requested with a code_challenge')
    return
  }
  const made =
    challenge.method === 'S256'
      ? createHash('sha256')
          .update(verifier ?? '')
          .digest('base64url')
      : verifier
  if (verifier === null || made !== challenge.value) throw new TokenError('invalid_grant', 'invalid code verifier')
}

/** The refresh token stays the same, so the answer does not name it. */
function refresh(world: World, { app, proven }: Client, form: URLSearchParams): Record<string, unknown> {
  const family = world.dropbox.refreshTokens.get(needed(form, 'refresh_token'))
  if (!family || family.ended || family.clientId !== app.clientId) {
    throw new TokenError('invalid_grant', 'refresh token is invalid or revoked')
  }
  if (!proven && !family.isPublic) throw new TokenError('invalid_client', 'client_secret is missing')
  const asked = form.get('scope')?.split(/\s+/).filter(Boolean) ?? []
  if (asked.some((scope) => !family.scopes.has(scope))) throw new TokenError('invalid_scope', 'scope was not granted')
  return accessTokenFor(world, family, asked.length > 0 ? new Set(asked) : family.scopes)
}

/** @throws TokenError where the account is gone or suspended */
function accessTokenFor({ dropbox, clock }: World, family: Family, scopes: ReadonlySet<string>) {
  const account = findAccount(dropbox.accounts, family.email)
  if (!account || account.suspended) throw new TokenError('invalid_grant', 'the account is not available')
  const token = secretOf('sl.SBX', 96)
  dropbox.accessTokens.set(token, { family, scopes, expiresAt: clock.now() + ACCESS_LIFE_SECONDS * 1000 })
  return { access_token: token, token_type: 'bearer', expires_in: ACCESS_LIFE_SECONDS }
}

function needed(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value) throw new TokenError('invalid_request', `missing required field "${name}"`)
  return value
}
