import { basicCredentials } from '../../kit/oauth/client-credentials.ts'
import type { Fields } from '../../kit/oauth/token-endpoint.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { verifyClientAssertion } from './client-assertion.ts'
import { EntraError } from './errors.ts'
import { type EntraApp, findEntraApp } from './registrations.ts'

type ClientRequest = { form: Fields; authorization: string | null; origin: string | null; tokenUrl: string }

/** @throws EntraError */
export async function authenticateClient(
  sandbox: Pick<MicrosoftSandbox, 'config' | 'entra' | 'clock'>,
  { form, authorization, origin, tokenUrl }: ClientRequest,
): Promise<EntraApp> {
  const basic = basicCredentials(authorization)
  const app = findEntraApp(form.get('client_id') ?? basic?.id)
  if (!app) throw new EntraError(700016)
  const secret = form.get('client_secret') ?? basic?.secret
  const assertion = form.get('client_assertion')
  // Entra treats a request with an `Origin` as one from a browser.
  if (app.platform === 'spa' && origin === null) throw new EntraError(9002327)
  if (app.platform !== 'spa' && origin !== null) throw new EntraError(9002326)
  if (app.platform !== 'web') {
    if (secret || assertion) throw new EntraError(700025)
    return app
  }
  if (assertion) {
    const type = form.get('client_assertion_type') ?? undefined
    await verifyClientAssertion(sandbox, { type, assertion, clientId: app.clientId, tokenUrl })
    return app
  }
  if (!secret) throw new EntraError(7000218)
  if (secret !== app.secret) throw new EntraError(7000215)
  if (sandbox.config.clientSecretState === 'expired') throw new EntraError(7000222)
  return app
}
