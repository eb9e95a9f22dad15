import { ServiceAuthInput, ServiceAuthOutput } from '../../contract/functions/service-connections.ts'
import { Provider } from '../../contract/providers.ts'
import { functionRoute, perUser, type FunctionRoute } from '../http/routing/route.ts'
import { providerPaths, connectionFlow } from './provider-paths.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { startAuthorization } from '../grants/authorization.ts'
import type { Caller } from '../http/request/caller.ts'
import { insertConnectionState } from './authorization-queries.ts'

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

/**
 * Starts the authorization of a connection to a service.
 * @param headers receives the cookie that the callback requires
 * @returns the URL to which the browser goes
 * @throws AppError `service_not_configured`
 */
async function startConnectionAuthorization(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'vendors' | 'sealer'>,
  { userId, sessionId }: Caller,
  provider: Provider,
  headers: Headers,
): Promise<string> {
  const { auth } = ctx.vendors.services[provider] ?? fail('service_not_configured')
  const { row, cookie, request } = startAuthorization(ctx, connectionFlow(provider))
  await ctx.db.asService((tx) =>
    insertConnectionState(tx, { ...row, user_id: userId, session_id: sessionId, provider }),
  )
  headers.append('set-cookie', cookie)
  return auth.authorizeUrl(request)
}
