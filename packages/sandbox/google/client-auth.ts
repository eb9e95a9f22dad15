import { basicOf } from '../kit/basic-auth.ts'
import type { World } from '../kit/world.ts'
import { TokenError } from './errors.ts'
import type { App } from './state.ts'

/** A web application shows its secret in the form or in Basic auth. @throws TokenError */
export function authenticateClient(world: World, form: URLSearchParams, authorization: string | null): App {
  const basic = basicOf(authorization)
  const id = form.get('client_id') ?? basic?.id
  if (!id) throw new TokenError('invalid_request', 'Could not determine client ID from request.')
  const app = world.google.apps.get(id)
  if (!app) throw new TokenError('invalid_client', 'The OAuth client was not found.')
  const secret = form.get('client_secret') ?? basic?.secret
  if (!secret) throw new TokenError('invalid_request', 'client_secret is missing.')
  if (secret !== app.secret) throw new TokenError('invalid_client', 'The provided client secret is invalid.')
  return app
}
