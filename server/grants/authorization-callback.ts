import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { isSessionActive } from '../db/sessions.ts'
import { perIp, rawRoute, type RawCall, type RawRoute } from '../http/route.ts'
import { hashSecret } from '../sealed.ts'
import { browserCookie, type AuthorizationFlow, type AuthorizationState } from './authorization.ts'

/** State of an authorization that a signed-in user started. */
export interface UserAuthorizationState extends AuthorizationState {
  user_id: string
  session_id: string
}

/** What distinguishes the callback of one provider. */
interface AuthorizationCallback<State extends UserAuthorizationState> {
  flow: AuthorizationFlow
  /** @throws where the operator has not configured the provider */
  provider(ctx: Context): { isIssuer(issuer: string): boolean }
  /** Reads and deletes the state in one statement: of two callbacks with one state, one finds nothing. */
  consumeState(tx: Tx, stateHash: Buffer): Promise<State | null>
  /** Refuses parameters that occur more than once (RFC 6749, section 3.1); otherwise the first one counts. */
  refusesRepeatedParameters: boolean
  /** The error for a callback without a valid state and code, or from another issuer. */
  invalidCallback(): Error
  /** The error for what the provider reports (RFC 6749, section 4.1.2.1). */
  refusedByProvider(error: string, description: string): Error
  /** Stores the grant. @returns where the browser goes */
  complete(ctx: Context, call: RawCall, state: State, code: string): Promise<string>
  /** Where the browser goes after an expected error; null for any other error, which is reported to the operator. */
  failureUrl(ctx: Context, error: unknown): string | null
  unexpectedFailureUrl(ctx: Context): string
}

/** The route to which a provider returns the browser. Every outcome is a redirect to our own page. */
export function authorizationCallbackRoute<State extends UserAuthorizationState>(
  callback: AuthorizationCallback<State>,
): RawRoute {
  const { flow } = callback
  return rawRoute({
    method: 'GET',
    path: flow.callbackPath,
    auth: 'own',
    limit: perIp(300, 'minute'),
    maxBytes: 0,
    async handle(ctx, call) {
      const location = await complete(ctx, call, callback).catch((error: unknown) => {
        const url = callback.failureUrl(ctx, error)
        if (url !== null) return url
        ctx.events.requestFailed({ requestId: call.requestId, method: 'GET', route: flow.callbackPath, error })
        return callback.unexpectedFailureUrl(ctx)
      })
      const headers = {
        location,
        'set-cookie': browserCookie(ctx, flow, null),
        'cache-control': 'no-store',
        // The URL of the callback contains a code, which must not reach the next page.
        'referrer-policy': 'no-referrer',
      }
      return new Response(null, { status: 303, headers })
    },
  })
}

/** @returns where the browser goes */
async function complete<State extends UserAuthorizationState>(
  ctx: Context,
  call: RawCall,
  callback: AuthorizationCallback<State>,
): Promise<string> {
  const provider = callback.provider(ctx)
  const parameter = (name: string): string | null => {
    const [value = null, ...more] = call.url.searchParams.getAll(name)
    if (more.length > 0 && callback.refusesRepeatedParameters) throw callback.invalidCallback()
    return value
  }
  const stateHash = hashSecret(parameter('state') ?? '')
  const state = await ctx.db.asService((tx) => callback.consumeState(tx, stateHash))
  if (!state || !(await isUsable(ctx, call.request, callback.flow, state))) throw callback.invalidCallback()
  // Sent by some providers (RFC 9207, mix-up defence).
  const issuer = parameter('iss')
  if (issuer !== null && !provider.isIssuer(issuer)) throw callback.invalidCallback()
  const refusal = parameter('error')
  if (refusal !== null) throw callback.refusedByProvider(refusal, call.url.searchParams.get('error_description') ?? '')
  const code = parameter('code')
  if (!code) throw callback.invalidCallback()
  return callback.complete(ctx, call, state, code)
}

/** @returns false where the state has expired, or belongs to another browser or an ended session */
async function isUsable(
  ctx: Pick<Context, 'clock' | 'db'>,
  request: Request,
  { browser }: AuthorizationFlow,
  { expires_at, browser_hash, session_id: sessionId, user_id: userId }: UserAuthorizationState,
): Promise<boolean> {
  if (expires_at <= ctx.clock.now() || !browser.matches(request, browser_hash)) return false
  return ctx.db.asAccounts((tx) => isSessionActive(tx, { sessionId, userId }))
}
