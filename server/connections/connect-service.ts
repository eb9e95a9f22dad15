import { providerNames } from '../../contract/providers.ts'
import type { Context } from '../context.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { codeExchange, includesScopes } from '../grants/authorization.ts'
import { prepareConnectedNotice } from '../grants/notify-connected.ts'
import { retryBlockedRuns } from '../grants/retry-blocked-runs.ts'
import { sealTokens } from '../grants/sealed-tokens.ts'
import { callProvider } from '../outages/call-provider.ts'
import type { ProviderTokens } from '../vendors/services/service-auth.ts'
import { OutageError } from '../vendors/http/vendor-error.ts'
import { ServiceError } from '../vendors/services/service-error.ts'
import type { ConnectionState } from './authorization-queries.ts'
import { ConnectRefused, outcomeOfError } from './connect-outcome.ts'
import { connectionFlow } from './provider-paths.ts'
import {
  connectionTokenSealContext,
  findConnection,
  insertConnection,
  replaceConnection,
  tokenEndpointOf,
} from './connection-queries.ts'
import { resolveSignInNotification } from './require-sign-in.ts'
import { enqueueRevocation } from './revoke-grant.ts'

/**
 * Redeems the code of a callback and stores the connection.
 * @returns the email address of the account, to be shown
 * @throws ConnectRefused
 */
export async function connectService(ctx: Context, state: ConnectionState, code: string): Promise<string | null> {
  const { user_id: userId, provider } = state
  const at = { userId, provider }
  const service = ctx.vendors.services[provider]
  if (!service) throw new ConnectRefused('server_error')
  const { auth } = service
  try {
    const request = codeExchange(ctx, connectionFlow(provider), state, code)
    // A refused registration is reported by the circuit breaker.
    const tokens = await callProvider(
      ctx,
      {
        provider: tokenEndpointOf(provider),
        subject: userId,
        isRequestedByUser: true,
      },
      () => auth.redeem(request),
    )
    const refreshToken = requireRefreshToken(auth.neededScopes, tokens)
    const account = await auth.account(tokens.accessToken)
    const connection = {
      account_id: account.id,
      provider_email: account.email,
      ...sealTokens(ctx, connectionTokenSealContext(at), tokens, refreshToken),
      created_at: ctx.clock.now(),
    }
    const notify = await prepareConnectedNotice(ctx, {
      userId,
      notice: 'service_connected',
      account: `${providerNames[provider]} (${account.email ?? 'an account without an address'})`,
    })
    await ctx.db.asService(async (tx) => {
      let isSameAccount = false
      if (!(await insertConnection(tx, at, connection))) {
        const previous = await findConnection(tx, at, true)
        isSameAccount = previous?.account_id === account.id
        if (previous && !isSameAccount) await enqueueRevocation(tx, ctx, at, previous)
        const created_at = previous && isSameAccount ? previous.created_at : connection.created_at
        await replaceConnection(tx, at, { ...connection, created_at })
      }
      if (!isSameAccount) await notify(tx)
      await resolveSignInNotification(tx, at)
      await retryBlockedRuns(ctx, tx, at)
      await publishLiveEvent(tx, userId, { type: 'connections' })
    })
    ctx.events.serviceConnected(at)
    return account.email
  } catch (error) {
    const failure = error instanceof OutageError ? error.failure : error
    if (!(failure instanceof ServiceError)) throw error
    throw new ConnectRefused(outcomeOfError(failure), error)
  }
}

function requireRefreshToken(needed: readonly string[], { scopes, refreshToken }: ProviderTokens): string {
  if (!includesScopes(scopes, needed)) throw new ConnectRefused('access_denied')
  if (refreshToken === null) throw new ConnectRefused('connection_failed')
  return refreshToken
}
