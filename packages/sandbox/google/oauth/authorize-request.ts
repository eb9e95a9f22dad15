import { findApp } from '../../kit/oauth/apps.ts'
import { isLoopbackAddress } from '../../kit/oauth/loopback-address.ts'
import { type Challenge, isWellFormed } from '../../kit/oauth/pkce.ts'
import type { RedirectTarget, ResponseMode } from '../../kit/oauth/redirect.ts'
import { GooglePageError } from './errors.ts'
import { parameterError } from './parameters.ts'
import { parseScopes } from './scopes.ts'

export type AuthorizeRequest = RedirectTarget & {
  clientId: string
  appName: string
  scopes: string[]
  nonce: string | null
  prompts: ReadonlySet<string>
  loginHint: string
  /** A domain, `*` for any organization, or '' for every account. */
  hd: string
  offline: boolean
  includeGranted: boolean
  challenge: Challenge | null
}

/** Of the sign-in and of the Drive connection. */
const CALLBACK_PATHS = new Set(['/auth/v1/callback', '/api/google/callback'])
const KNOWN = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'prompt',
  'login_hint',
  'hd',
  'access_type',
  'include_granted_scopes',
  'code_challenge',
  'code_challenge_method',
  'display',
  'hl',
  'authuser',
  'enable_granular_consent',
])

/** @throws GooglePageError with the text of Google's error page */
export function readAuthorizeRequest(query: URLSearchParams): AuthorizeRequest {
  const given: Record<string, string> = Object.fromEntries(query)
  const required = (name: string) => {
    const value = given[name]
    if (!value?.trim()) throw new GooglePageError('invalid_request', `Missing required parameter: ${name}`)
    return value
  }
  const app = findApp(required('client_id'))
  if (!app) throw new GooglePageError('invalid_client', 'The OAuth client was not found.', 401)
  const redirectUri = required('redirect_uri')
  if (!isLoopbackAddress(redirectUri, CALLBACK_PATHS)) throw redirectUriMismatch(redirectUri)
  const problem = parameterError(query, KNOWN)
  if (problem) throw new GooglePageError('invalid_request', problem)
  if (required('response_type') !== 'code') {
    throw new GooglePageError('unsupported_response_type', `Invalid response_type: ${given.response_type ?? ''}`)
  }
  return {
    clientId: app.clientId,
    appName: app.name,
    redirectUri,
    responseMode: oneOf<ResponseMode>(given, 'response_mode', ['query', 'fragment', 'form_post']),
    scopes: scopesOf(required('scope')),
    state: given.state,
    nonce: given.nonce ?? null,
    prompts: promptsOf(given.prompt ?? ''),
    loginHint: given.login_hint ?? '',
    hd: given.hd ?? '',
    offline: oneOf(given, 'access_type', ['online', 'offline']) === 'offline',
    includeGranted: oneOf(given, 'include_granted_scopes', ['false', 'true']) === 'true',
    challenge: challengeOf(given),
  }
}

function redirectUriMismatch(redirectUri: string): GooglePageError {
  const policy = "You can't sign in to this app because it doesn't comply with Google's OAuth 2.0 policy."
  const advice = "If you're the app developer, register the redirect URI in the Google Cloud Console."
  return new GooglePageError('redirect_uri_mismatch', `${policy} ${advice} redirect_uri=${redirectUri}`)
}

/** One of the allowed values; the first is the default. */
function oneOf<const T extends string>(given: Record<string, string>, name: string, allowed: readonly [T, ...T[]]): T {
  const value = given[name]
  if (value === undefined) return allowed[0]
  const found = allowed.find((each) => each === value)
  if (found) return found
  throw new GooglePageError('invalid_request', `Invalid parameter value for ${name}: Invalid ${name}: ${value}`)
}

function scopesOf(scope: string): string[] {
  const { valid, invalid } = parseScopes(scope)
  if (invalid.length === 0) return valid
  const lists = `{valid=[${valid.join(', ')}], invalid=[${invalid.join(', ')}]}`
  throw new GooglePageError('invalid_scope', `Some requested scopes were invalid. ${lists}`)
}

function promptsOf(prompt: string): Set<string> {
  const prompts = new Set(prompt.split(/\s+/).filter(Boolean))
  const unknown = [...prompts].find((each) => !['none', 'consent', 'select_account'].includes(each))
  if (unknown !== undefined || (prompts.has('none') && prompts.size > 1)) {
    throw new GooglePageError('invalid_request', `Invalid parameter value for prompt: Invalid prompt: ${prompt}`)
  }
  return prompts
}

function challengeOf({ code_challenge, code_challenge_method }: Record<string, string>): Challenge | null {
  if (code_challenge === undefined) {
    if (code_challenge_method === undefined) return null
    throw new GooglePageError('invalid_request', 'Missing required parameter: code_challenge')
  }
  const method = code_challenge_method ?? 'plain'
  if (method !== 'S256' && method !== 'plain') {
    throw new GooglePageError('invalid_request', `Invalid parameter value for code_challenge_method: ${method}`)
  }
  if (!isWellFormed(code_challenge)) throw new GooglePageError('invalid_request', 'Invalid code_challenge.')
  return { value: code_challenge, method }
}
