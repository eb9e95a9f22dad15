import { isLoopbackAddress } from '../../kit/loopback-address.ts'
import type { World } from '../../kit/world.ts'
import { PageError } from '../errors.ts'
import type { App, Challenge } from '../state.ts'
import { parseScopes } from './scopes.ts'

export type AuthorizeRequest = {
  app: App
  redirectUri: string
  scopes: string[]
  state: string | undefined
  offline: boolean
  challenge: Challenge | null
}

const CALLBACK_PATHS = new Set(['/api/dropbox/callback'])
const KNOWN = new Set(
  'client_id redirect_uri response_type scope state token_access_type code_challenge code_challenge_method force_reapprove force_reauthentication disable_signup locale include_granted_scopes'.split(
    ' ',
  ),
)
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/

/** @throws PageError with the words of Dropbox's error page, for whatever is wrong */
export function readAuthorizeRequest(world: World, query: URLSearchParams): AuthorizeRequest {
  const given: Record<string, string> = Object.fromEntries(query)
  const app = world.dropbox.apps.get(given.client_id ?? '')
  if (!app) throw new PageError(`Invalid client_id: "${given.client_id ?? ''}".`)
  const redirectUri = given.redirect_uri ?? ''
  if (!isLoopbackAddress(redirectUri, CALLBACK_PATHS)) {
    throw new PageError(
      `Invalid redirect_uri: "${redirectUri}": It must exactly match one of the redirect URIs you've pre-configured for your app (including the path).`,
    )
  }
  for (const name of query.keys()) {
    if (!KNOWN.has(name)) throw new PageError(`Unknown parameter: "${name}".`)
    if (query.getAll(name).length > 1) throw new PageError(`More than one "${name}".`)
  }
  if (given.response_type !== 'code') {
    throw new PageError(`Invalid response_type: "${given.response_type ?? ''}". Expecting "code".`)
  }
  const accessType = given.token_access_type ?? 'online'
  if (accessType !== 'online' && accessType !== 'offline') {
    throw new PageError(`Invalid token_access_type: "${accessType}". Expecting "online" or "offline".`)
  }
  const { valid, invalid } = parseScopes(given.scope)
  if (invalid.length > 0) {
    throw new PageError(`Requested scope is not allowed. This app has not been granted: ${invalid.join(' ')}.`)
  }
  const about = { app, redirectUri, scopes: valid, state: given.state }
  return { ...about, offline: accessType === 'offline', challenge: challengeOf(given) }
}

/** RFC 7636. A challenge without a method would be a plain one: whoever forgot the method is told. */
function challengeOf({ code_challenge, code_challenge_method }: Record<string, string>): Challenge | null {
  if (code_challenge === undefined && code_challenge_method === undefined) return null
  if (code_challenge === undefined || !CHALLENGE.test(code_challenge)) {
    throw new PageError('Invalid code_challenge: it has 43 to 128 characters.')
  }
  if (code_challenge_method !== 'S256' && code_challenge_method !== 'plain') {
    throw new PageError(`Invalid code_challenge_method: "${code_challenge_method ?? ''}". Expecting "S256" or "plain".`)
  }
  return { value: code_challenge, method: code_challenge_method }
}
