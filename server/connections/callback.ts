import { Provider } from '../../contract/providers.ts'
import type { Context } from '../context.ts'
import { noteInTrail } from '../db/security-trail.ts'
import { sessionLives } from '../db/sessions.ts'
import { perIp, raw, type RawCall, type RawRoute } from '../http/route.ts'
import { hashSecret } from '../sealed.ts'
import { connect } from './connect.ts'
import { connectedUrl, ConnectRefused, outcomeOfWord, refusedUrl, type OutcomeCode } from './outcome.ts'
import { browserOf, callbackPath } from './provider-paths.ts'
import { takeState, type ConnectionState } from './state-queries.ts'

/** The way back from each service. Every outcome is told on the Connections page. */
export const callbackRoutes: RawRoute[] = Provider.options.map((provider) =>
  raw({
    method: 'GET',
    path: callbackPath(provider),
    auth: 'own',
    limit: perIp(300, 'minute'),
    maxBytes: 0,
    handle: async (ctx, call) => {
      const location = await answerCallback(ctx, call, provider)
      const secure = ctx.config.publicUrl.startsWith('https:')
      return new Response(null, {
        status: 303,
        headers: {
          location,
          'set-cookie': browserOf(provider).cookie(null, { secure, maxAgeSeconds: 0 }),
          'cache-control': 'no-store',
          // The address of this page holds a code; nothing that follows may learn it.
          'referrer-policy': 'no-referrer',
        },
      })
    },
  }),
)

/** @returns where the browser goes */
async function answerCallback(ctx: Context, call: RawCall, provider: Provider): Promise<string> {
  try {
    return connectedUrl(ctx, provider, await comeBack(ctx, call, provider))
  } catch (error) {
    if (error instanceof ConnectRefused) {
      ctx.events.serviceNotConnected({ provider, reason: error.code })
      return refusedUrl(ctx, error.code)
    }
    ctx.events.requestFailed({ requestId: call.requestId, method: 'GET', route: callbackPath(provider), error })
    return refusedUrl(ctx, 'server_error')
  }
}

async function comeBack(ctx: Context, call: RawCall, provider: Provider): Promise<string | null> {
  const service = ctx.vendors.services[provider] ?? refuse('server_error')
  const { searchParams } = call.url
  const only = (name: string): string | null => {
    const [value = null, ...more] = searchParams.getAll(name)
    // RFC 6749, 3.1: no parameter comes twice.
    return more.length > 0 ? refuse('invalid_request') : value
  }
  const state = await takeOwnState(ctx, call.request, provider, only('state') ?? '')
  const issuer = only('iss')
  if (issuer !== null && !service.auth.isIssuer(issuer)) refuse('invalid_request')
  const refusal = only('error')
  if (refusal !== null) refuse(outcomeOfWord(refusal))
  const account = await connect(ctx, service, state, only('code') || refuse('invalid_request'))
  const { user_id: userId, session_id: sessionId } = state
  await noteInTrail(ctx, { userId, sessionId, action: 'service_connected' }, call)
  return account
}

/** What this callback belongs to. @throws ConnectRefused where the state is unknown, used, too old, or of another browser or session */
async function takeOwnState(
  ctx: Pick<Context, 'clock' | 'db'>,
  request: Request,
  provider: Provider,
  state: string,
): Promise<ConnectionState> {
  const taken = await ctx.db.asService((tx) => takeState(tx, provider, hashSecret(state)))
  if (!taken || taken.expires_at <= ctx.clock.now()) refuse('invalid_request')
  if (!browserOf(provider).isBrowserOf(request, taken.browser_hash)) refuse('invalid_request')
  const at = { sessionId: taken.session_id, userId: taken.user_id }
  return (await ctx.db.asAccounts((tx) => sessionLives(tx, at))) ? taken : refuse('invalid_request')
}

function refuse(code: OutcomeCode): never {
  throw new ConnectRefused(code)
}
