import { findApp } from '../../kit/oauth/apps.ts'
import { isLoopbackAddress } from '../../kit/oauth/loopback-address.ts'
import { type Challenge, isWellFormed } from '../../kit/oauth/pkce.ts'
import { PageError, type RedirectTarget } from '../../kit/oauth/redirect.ts'
import { strayParameter } from '../../kit/oauth/token-endpoint.ts'
import { parseScopes } from './scopes.ts'

export type AuthorizeRequest = RedirectTarget & {
  clientId: string
  appName: string
  scopes: string[]
  offline: boolean
  challenge: Challenge | null
}

const CALLBACK_PATHS = new Set(['/api/dropbox/callback'])
const KNOWN = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'token_access_type',
  'code_challenge',
  'code_challenge_method',
  'force_reapprove',
  'force_reauthentication',
  'disable_signup',
  'locale',
  'include_granted_scopes',
])

/** @throws PageError with the text of Dropbox's error page */
export function readAuthorizeRequest(query: URLSearchParams): AuthorizeRequest {
  const given: Record<string, string> = Object.fromEntries(query)
  const app = findApp(given.client_id)
  if (!app) throw new PageError(`Invalid client_id: "${given.client_id ?? ''}".`)
  const redirectUri = given.redirect_uri ?? ''
  if (!isLoopbackAddress(redirectUri, CALLBACK_PATHS)) {
    const rule = "It must exactly match one of the redirect URIs you've pre-configured for your app"
    throw new PageError(`Invalid redirect_uri: "${redirectUri}": ${rule} (including the path).`)
  }
  const stray = strayParameter(query, KNOWN)
  if (stray?.problem === 'unknown') throw new PageError(`Unknown parameter: "${stray.name}".`)
  if (stray) throw new PageError(`More than one "${stray.name}".`)
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
  return {
    clientId: app.clientId,
    appName: app.name,
    redirectUri,
    responseMode: 'query',
    scopes: valid,
    state: given.state,
    offline: accessType === 'offline',
    challenge: challengeOf(given),
  }
}

/** RFC 7636 makes a challenge without a method a plain one. It is refused: the client most likely forgot the method. */
function challengeOf({ code_challenge, code_challenge_method }: Record<string, string>): Challenge | null {
  if (code_challenge === undefined && code_challenge_method === undefined) return null
  if (code_challenge === undefined || !isWellFormed(code_challenge)) {
    throw new PageError('Invalid code_challenge: it has 43 to 128 characters.')
  }
  if (code_challenge_method !== 'S256' && code_challenge_method !== 'plain') {
    throw new PageError(`Invalid code_challenge_method: "${code_challenge_method ?? ''}". Expecting "S256" or "plain".`)
  }
  return { value: code_challenge, method: code_challenge_method }
}
