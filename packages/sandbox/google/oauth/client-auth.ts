import { findApp, type OAuthApp } from '../../kit/oauth/apps.ts'
import { basicCredentials } from '../../kit/oauth/client-credentials.ts'
import { TokenError } from '../../kit/oauth/token-endpoint.ts'

/** A web application sends its secret in the form or in Basic authentication. @throws TokenError */
export function authenticateClient(form: URLSearchParams, authorization: string | null): OAuthApp {
  const basic = basicCredentials(authorization)
  const id = form.get('client_id') ?? basic?.id
  if (!id) throw new TokenError('invalid_request', 'Could not determine client ID from request.')
  const app = findApp(id)
  if (!app) throw new TokenError('invalid_client', 'The OAuth client was not found.', 401)
  const secret = form.get('client_secret') ?? basic?.secret
  if (!secret) throw new TokenError('invalid_request', 'client_secret is missing.')
  if (secret !== app.secret) throw new TokenError('invalid_client', 'The provided client secret is invalid.', 401)
  return app
}
