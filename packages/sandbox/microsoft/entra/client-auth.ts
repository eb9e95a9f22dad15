import { findApp, type OAuthApp } from '../../kit/oauth/apps.ts'
import { basicCredentials } from '../../kit/oauth/client-credentials.ts'
import type { Fields } from '../../kit/oauth/token-endpoint.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { EntraError } from './errors.ts'

/** A confidential client sends its secret in the form or in Basic authentication. @throws EntraError */
export function authenticateClient(
  { config }: Pick<MicrosoftSandbox, 'config'>,
  form: Fields,
  authorization: string | null,
): OAuthApp {
  const basic = basicCredentials(authorization)
  const app = findApp(form.get('client_id') ?? basic?.id)
  if (!app) throw new EntraError(700016)
  const secret = form.get('client_secret') ?? basic?.secret
  if (!secret) throw new EntraError(7000218)
  if (secret !== app.secret) throw new EntraError(7000215)
  if (config.clientSecretState === 'expired') throw new EntraError(7000222)
  return app
}
