import { ServiceAuthInput, ServiceAuthOutput } from '../../contract/functions/service-connections.ts'
import { Provider } from '../../contract/providers.ts'
import { functionRoute, perUser, type FunctionRoute } from '../http/routing/route.ts'
import { startConnectionAuthorization } from './connection-authorization.ts'
import { providerPaths } from './provider-paths.ts'

/**
 * `dropbox-auth`, `google-auth`, `onedrive-auth`, `teamleader-auth`: the URL at which a user authorizes the service.
 */
export const serviceAuth: FunctionRoute[] = Provider.options.map((provider) =>
  functionRoute(`${providerPaths[provider]}-auth`, {
    auth: 'user',
    limit: perUser(60, 'minute'),
    input: ServiceAuthInput,
    output: ServiceAuthOutput,
    handle: async (ctx, { user, headers }) => ({
      url: await startConnectionAuthorization(ctx, user, provider, headers),
    }),
  }),
)
