import { basicOf } from '../../kit/basic-auth.ts'
import type { World } from '../../kit/world.ts'
import { EntraError } from './errors.ts'
import type { App } from './state.ts'

/** A confidential client shows its secret in the form or in Basic auth. */
export function authenticateClient(world: World, form: Record<string, string>, authorization: string | null): App {
  const basic = basicOf(authorization)
  const app = world.entra.apps.get(form.client_id ?? basic?.id ?? '')
  if (!app) throw new EntraError(700016)
  const secret = form.client_secret ?? basic?.secret
  if (!secret) throw new EntraError(7000218)
  if (secret !== app.secret) throw new EntraError(7000215)
  if (world.config.clientSecretState === 'expired') throw new EntraError(7000222)
  return app
}
