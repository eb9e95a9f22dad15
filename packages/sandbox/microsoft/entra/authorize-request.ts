import { isLoopbackAddress } from '../../kit/loopback-address.ts'
import type { World } from '../../kit/world.ts'
import { EntraError } from './errors.ts'
import { parseScopes } from './scopes.ts'
import type { App } from './state.ts'

export type AuthorizeRequest = {
  app: App
  tenant: string
  redirectUri: string
  responseMode: 'query' | 'fragment' | 'form_post'
  scopes: string[]
  state: string | undefined
  nonce: string | null
  prompt: string | undefined
  loginHint: string
  challenge: { value: string; method: string } | null
}

/** Something is wrong with the client or its address: shown on Entra's own page, never sent to the redirect URI. */
export class PageError extends Error {}

/** Something else is wrong: told to the client on its redirect URI. */
export class RedirectError extends Error {
  readonly error: string
  readonly request: Pick<AuthorizeRequest, 'redirectUri' | 'responseMode' | 'state'>
  /** `cancel` where the person turned back. */
  readonly subcode: string | undefined
  constructor(error: string, message: string, request: RedirectError['request'], subcode?: string) {
    super(message)
    this.error = error
    this.request = request
    this.subcode = subcode
  }
}

/** The mailbox, OneDrive, and sign-in. http is for loopback alone. */
const CALLBACK_PATHS = new Set(['/api/microsoft/callback', '/api/onedrive/callback', '/auth/v1/callback'])

export function readAuthorizeRequest(world: World, tenant: string, given: Record<string, string>): AuthorizeRequest {
  const app = world.entra.apps.get(given.client_id ?? '')
  if (!app) throw new PageError(`AADSTS700016: Application with identifier '${given.client_id ?? ''}' was not found.`)
  const redirectUri = given.redirect_uri ?? ''
  if (!isLoopbackAddress(redirectUri, CALLBACK_PATHS)) {
    throw new PageError(
      `AADSTS50011: The redirect URI '${redirectUri}' specified in the request does not match the redirect URIs configured for the application '${app.clientId}'.`,
    )
  }
  const mode = given.response_mode ?? 'query'
  const responseMode: AuthorizeRequest['responseMode'] = mode === 'fragment' || mode === 'form_post' ? mode : 'query'
  const back = { redirectUri, responseMode, state: given.state }
  const refuse = (error: string, text: string) => new RedirectError(error, text, back)

  if (!given.response_type) {
    throw refuse(
      'invalid_request',
      "AADSTS900144: The request body must contain the following parameter: 'response_type'.",
    )
  }
  if (given.response_type !== 'code') {
    throw refuse('unsupported_response_type', 'AADSTS700054: response_type is not enabled for the application.')
  }
  if (!given.scope?.trim()) {
    throw refuse('invalid_request', "AADSTS900144: The request body must contain the following parameter: 'scope'.")
  }
  if (!['query', 'fragment', 'form_post'].includes(mode)) {
    throw refuse('invalid_request', 'AADSTS90023: The response_mode is not supported.')
  }
  if (given.prompt && !['login', 'none', 'consent', 'select_account'].includes(given.prompt)) {
    throw refuse('invalid_request', "AADSTS90023: Invalid value for 'prompt'.")
  }
  if (given.prompt === 'select_account' && given.login_hint) {
    throw refuse('invalid_request', 'AADSTS90023: login_hint and prompt=select_account cannot be combined.')
  }
  if (given.code_challenge && !/^[A-Za-z0-9._~-]{43,128}$/.test(given.code_challenge)) {
    throw refuse('invalid_request', 'AADSTS50147: Invalid size of Code_Challenge parameter.')
  }
  const method = given.code_challenge_method ?? 'plain'
  if (method !== 'S256' && method !== 'plain') {
    throw refuse('invalid_request', 'AADSTS90023: Unsupported code_challenge_method.')
  }
  return {
    ...back,
    app,
    tenant,
    scopes: scopesOf(given.scope, refuse),
    nonce: given.nonce ?? null,
    prompt: given.prompt,
    loginHint: given.login_hint ?? '',
    challenge: given.code_challenge ? { value: given.code_challenge, method } : null,
  }
}

function scopesOf(scope: string, refuse: (error: string, text: string) => RedirectError): string[] {
  try {
    return parseScopes(scope)
  } catch (error) {
    if (error instanceof EntraError) throw refuse(error.error, error.message)
    throw error
  }
}
