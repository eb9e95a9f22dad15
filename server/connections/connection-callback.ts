import { Provider } from '../../contract/providers.ts'
import { recordAuditEvent } from '../shared/audit-log.ts'
import { authorizationCallbackRoute } from '../grants/authorization-callback.ts'
import type { RawRoute } from '../http/routing/route.ts'
import { consumeConnectionState } from './authorization-queries.ts'
import { connectedUrl, ConnectRefused, outcomeOfOAuthError, refusedUrl } from './connect-outcome.ts'
import { connectService } from './connect-service.ts'
import { connectionFlow } from './provider-paths.ts'

/** The callback of each service. Every outcome is shown on the Connections page. */
export const connectionCallbackRoutes: RawRoute[] = Provider.options.map((provider) =>
  authorizationCallbackRoute({
    flow: connectionFlow(provider),
    provider(ctx) {
      const service = ctx.vendors.services[provider]
      if (!service) throw new ConnectRefused('server_error')
      return service.auth
    },
    consumeState: (tx, stateHash) => consumeConnectionState(tx, provider, stateHash),
    refusesRepeatedParameters: true,
    invalidCallback: () => new ConnectRefused('invalid_request'),
    refusedByProvider: (error) => new ConnectRefused(outcomeOfOAuthError(error)),
    async complete(ctx, call, state, code) {
      const email = await connectService(ctx, state, code)
      const { user_id: userId, session_id: sessionId } = state
      await recordAuditEvent(ctx, { userId, sessionId, action: 'service_connected' }, call)
      return connectedUrl(ctx, provider, email)
    },
    failureUrl(ctx, error) {
      if (!(error instanceof ConnectRefused)) return null
      ctx.events.serviceConnectionFailed({ provider, reason: error.code })
      return refusedUrl(ctx, error.code)
    },
    unexpectedFailureUrl: (ctx) => refusedUrl(ctx, 'server_error'),
  }),
)
