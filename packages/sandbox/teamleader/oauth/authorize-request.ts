import { findApp } from '../../kit/oauth/apps.ts'
import { isLoopbackAddress } from '../../kit/oauth/loopback-address.ts'
import { PageError, RedirectError, type RedirectTarget } from '../../kit/oauth/redirect.ts'

const CALLBACK_PATHS = new Set(['/api/teamleader/callback'])

export type AuthorizeRequest = RedirectTarget & { clientId: string; appName: string }

/** @throws PageError or RedirectError */
export function readAuthorizeRequest(parameters: URLSearchParams): AuthorizeRequest {
  const app = findApp(parameters.get('client_id'))
  if (!app) throw new PageError('This integration is not known.')
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (!isLoopbackAddress(redirectUri, CALLBACK_PATHS))
    throw new PageError(`The redirect URI ${redirectUri} is not one of the integration's settings.`)
  const target = { redirectUri, responseMode: 'query' as const, state: parameters.get('state') ?? undefined }
  if (parameters.get('response_type') !== 'code') {
    throw new RedirectError(target, { error: 'unsupported_response_type' })
  }
  return { ...target, clientId: app.clientId, appName: app.name }
}
