import { ServiceAuthInput, ServiceAuthOutput } from '../../contract/functions/service-connections.ts'
import { Provider } from '../../contract/providers.ts'
import { fn, perUser, type FunctionRoute } from '../http/route.ts'
import { authorize } from './authorize.ts'
import { providerPaths } from './provider-paths.ts'

/** `dropbox-auth`, `google-auth`, `onedrive-auth`, `teamleader-auth`: where the browser goes to connect each. */
export const serviceAuth: FunctionRoute[] = Provider.options.map((provider) =>
  fn(`${providerPaths[provider]}-auth`, {
    auth: 'user',
    limit: perUser(60, 'minute'),
    input: ServiceAuthInput,
    output: ServiceAuthOutput,
    handle: async (ctx, { user, headers }) => ({ url: await authorize(ctx, user, provider, headers) }),
  }),
)
