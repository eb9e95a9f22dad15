import { isLoopbackAddress } from '../kit/loopback-address.ts'
import type { World } from '../kit/world.ts'
import { PageError } from './errors.ts'
import { parameterProblem } from './parameters.ts'
import { parseScopes } from './scopes.ts'
import type { App, Challenge } from './state.ts'

export type AuthorizeRequest = {
  app: App
  redirectUri: string
  responseMode: 'query' | 'fragment' | 'form_post'
  scopes: string[]
  state: string | undefined
  nonce: string | null
  prompts: ReadonlySet<string>
  loginHint: string
  /** A domain, `*` for any organization, or '' for everybody. */
  hd: string
  offline: boolean
  includeGranted: boolean
  challenge: Challenge | null
}

/** Sign-in, and Drive. http is for loopback alone. */
const CALLBACK_PATHS = new Set(['/auth/v1/callback', '/api/google/callback'])
const KNOWN = new Set(
  'client_id redirect_uri response_type response_mode scope state nonce prompt login_hint hd access_type include_granted_scopes code_challenge code_challenge_method display hl authuser enable_granular_consent'.split(
    ' ',
  ),
)
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/

/** @throws PageError with the words of Google's error page, for whatever is wrong */
export function readAuthorizeRequest(world: World, query: URLSearchParams): AuthorizeRequest {
  const given: Record<string, string> = Object.fromEntries(query)
  const needed = (name: string) => {
    const value = given[name]
    if (!value?.trim()) throw new PageError('invalid_request', `Missing required parameter: ${name}`)
    return value
  }
  const app = world.google.apps.get(needed('client_id'))
  if (!app) throw new PageError('invalid_client', 'The OAuth client was not found.', 401)
  const redirectUri = needed('redirect_uri')
  if (!isLoopbackAddress(redirectUri, CALLBACK_PATHS)) {
    throw new PageError(
      'redirect_uri_mismatch',
      `You can't sign in to this app because it doesn't comply with Google's OAuth 2.0 policy. If you're the app developer, register the redirect URI in the Google Cloud Console. redirect_uri=${redirectUri}`,
    )
  }
  const problem = parameterProblem(query, KNOWN)
  if (problem) throw new PageError('invalid_request', problem)
  if (needed('response_type') !== 'code') {
    throw new PageError('unsupported_response_type', `Invalid response_type: ${given.response_type ?? ''}`)
  }
  return {
    app,
    redirectUri,
    responseMode: oneOf(given, 'response_mode', ['query', 'fragment', 'form_post']),
    scopes: scopesOf(needed('scope')),
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

/** One of the words, the first where there is none. */
function oneOf<const T extends string>(given: Record<string, string>, name: string, words: readonly [T, ...T[]]): T {
  const value = given[name]
  if (value === undefined) return words[0]
  const found = words.find((word) => word === value)
  if (!found) throw new PageError('invalid_request', `Invalid parameter value for ${name}: Invalid ${name}: ${value}`)
  return found
}

function scopesOf(scope: string): string[] {
  const { valid, invalid } = parseScopes(scope)
  if (invalid.length === 0) return valid
  throw new PageError(
    'invalid_scope',
    `Some requested scopes were invalid. {valid=[${valid.join(', ')}], invalid=[${invalid.join(', ')}]}`,
  )
}

function promptsOf(prompt: string): Set<string> {
  const prompts = new Set(prompt.split(/\s+/).filter(Boolean))
  const unknown = [...prompts].find((word) => !['none', 'consent', 'select_account'].includes(word))
  if (unknown !== undefined || (prompts.has('none') && prompts.size > 1)) {
    throw new PageError('invalid_request', `Invalid parameter value for prompt: Invalid prompt: ${prompt}`)
  }
  return prompts
}

function challengeOf({ code_challenge, code_challenge_method }: Record<string, string>): Challenge | null {
  if (code_challenge === undefined) {
    if (code_challenge_method === undefined) return null
    throw new PageError('invalid_request', 'Missing required parameter: code_challenge')
  }
  const method = code_challenge_method ?? 'plain'
  if (method !== 'S256' && method !== 'plain') {
    throw new PageError('invalid_request', `Invalid parameter value for code_challenge_method: ${method}`)
  }
  if (!CHALLENGE.test(code_challenge)) throw new PageError('invalid_request', 'Invalid code_challenge.')
  return { value: code_challenge, method }
}
