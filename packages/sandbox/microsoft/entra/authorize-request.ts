import { isLoopbackAddress } from '../../kit/oauth/loopback-address.ts'
import { type Challenge, isWellFormed } from '../../kit/oauth/pkce.ts'
import { PageError, RedirectError, type RedirectTarget } from '../../kit/oauth/redirect.ts'
import { EntraError } from './errors.ts'
import { type EntraApp, findEntraApp } from './registrations.ts'
import { parseScopes } from './scopes.ts'

export type AuthorizeRequest = RedirectTarget & {
  app: EntraApp
  tenant: string
  scopes: string[]
  nonce: string | null
  prompt: string | undefined
  loginHint: string
  challenge: Challenge | null
}

/** Of the mailbox, of OneDrive, and of the sign-in. */
const CALLBACK_PATHS = new Set(['/api/microsoft/callback', '/api/onedrive/callback', '/auth/v1/callback'])

/** The first value of a repeated parameter counts. @throws PageError or RedirectError */
export function readAuthorizeRequest(tenant: string, parameters: URLSearchParams): AuthorizeRequest {
  const given: Record<string, string> = Object.fromEntries([...parameters].toReversed())
  const app = findEntraApp(given.client_id)
  if (!app) throw new PageError(`AADSTS700016: Application with identifier '${given.client_id ?? ''}' was not found.`)
  const redirectUri = given.redirect_uri ?? ''
  if (!isLoopbackAddress(redirectUri, CALLBACK_PATHS)) {
    const text = 'does not match the redirect URIs configured for the application'
    throw new PageError(
      `AADSTS50011: The redirect URI '${redirectUri}' specified in the request ${text} '${app.clientId}'.`,
    )
  }
  const responseMode = responseModeOf(given)
  const target = { redirectUri, responseMode: responseMode ?? ('query' as const), state: given.state }
  const refuse = (error: string, text: string) => new RedirectError(target, { error, error_description: text })
  const problem = problemOf(given, responseMode !== null)
  if (problem) throw refuse(...problem)
  return {
    ...target,
    app,
    tenant,
    scopes: scopesOf(given.scope ?? '', refuse),
    nonce: given.nonce ?? null,
    prompt: given.prompt,
    loginHint: given.login_hint ?? '',
    challenge: challengeOf(given),
  }
}

/** 'query' where it is not set, null where it is not supported. */
function responseModeOf({ response_mode = 'query' }: Record<string, string>) {
  return (['query', 'fragment', 'form_post'] as const).find((mode) => mode === response_mode) ?? null
}

const MISSING = 'AADSTS900144: The request body must contain the following parameter:'

/** The OAuth error and its description, or null. */
function problemOf(given: Record<string, string>, hasResponseMode: boolean): [string, string] | null {
  const { response_type: responseType, scope, prompt, code_challenge: challenge } = given
  if (!responseType) return ['invalid_request', `${MISSING} 'response_type'.`]
  if (responseType !== 'code') {
    return ['unsupported_response_type', 'AADSTS700054: response_type is not enabled for the application.']
  }
  if (!scope?.trim()) return ['invalid_request', `${MISSING} 'scope'.`]
  if (!hasResponseMode) return ['invalid_request', 'AADSTS90023: The response_mode is not supported.']
  if (prompt && !['login', 'none', 'consent', 'select_account'].includes(prompt)) {
    return ['invalid_request', "AADSTS90023: Invalid value for 'prompt'."]
  }
  if (prompt === 'select_account' && given.login_hint) {
    return ['invalid_request', 'AADSTS90023: login_hint and prompt=select_account cannot be combined.']
  }
  if (challenge && !isWellFormed(challenge)) {
    return ['invalid_request', 'AADSTS50147: Invalid size of Code_Challenge parameter.']
  }
  if (challengeMethodOf(given) === null) {
    return ['invalid_request', 'AADSTS90023: Unsupported code_challenge_method.']
  }
  return null
}

function challengeMethodOf({ code_challenge_method: method = 'plain' }: Record<string, string>) {
  return method === 'S256' || method === 'plain' ? method : null
}

function challengeOf(given: Record<string, string>): Challenge | null {
  const method = challengeMethodOf(given)
  return given.code_challenge && method ? { value: given.code_challenge, method } : null
}

function scopesOf(scope: string, refuse: (error: string, text: string) => RedirectError): string[] {
  try {
    return parseScopes(scope)
  } catch (error) {
    if (error instanceof EntraError) throw refuse(error.error, error.message)
    throw error
  }
}
