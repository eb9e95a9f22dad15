import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { isSessionActive } from '../shared/sessions.ts'
import { perIp, rawRoute, type RawCall, type RawRoute } from '../http/routing/route.ts'
import { hashSecret } from '../sealed.ts'
import { browserCookie, type AuthorizationFlow, type AuthorizationState } from './authorization.ts'

/** State of an authorization that a signed-in user started. */
export interface UserAuthorizationState extends AuthorizationState {
  user_id: string
  session_id: string
}

/** What distinguishes the checks of a callback. */
interface CallbackChecks {
  flow: AuthorizationFlow
  parameter(name: string): string | null
  isIssuer(issuer: string): boolean
  /** The error for a callback without a valid state and code, or from another issuer. */
  invalidCallback(part: 'state' | 'iss' | 'code'): Error
  /** The error for what the provider reports (RFC 6749, section 4.1.2.1). */
  refusedByProvider(error: string, call: RawCall): Error
}

/** What distinguishes the callback of one provider. */
interface AuthorizationCallback<State extends UserAuthorizationState>
  extends Pick<CallbackChecks, 'flow' | 'refusedByProvider'> {
  /** @throws where the operator has not configured the provider */
  provider(ctx: Context): Pick<CallbackChecks, 'isIssuer'>
  /** Reads and deletes the state in one statement: of two callbacks with one state, one finds nothing. */
  consumeState(tx: Tx, stateHash: Buffer): Promise<State | null>
  /** Refuses parameters that occur more than once (RFC 6749, section 3.1); otherwise the first one counts. */
  refusesRepeatedParameters: boolean
  invalidCallback(): Error
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
  const state = await ctx.db.asService(async (tx) => {
    const found = await callback.consumeState(tx, stateHash)
    // Rolled back: a link that was opened in another browser does not end the authorization.
    if (!found || !isUsable(ctx, call, found, callback.flow)) throw callback.invalidCallback()
    return found
  })
  const session = { sessionId: state.session_id, userId: state.user_id }
  if (!(await ctx.db.asAccounts((tx) => isSessionActive(tx, session)))) throw callback.invalidCallback()
  const isIssuer = (issuer: string): boolean => provider.isIssuer(issuer)
  const code = requireCode(ctx, call, state, { ...callback, parameter, isIssuer })
  return callback.complete(ctx, call, state, code)
}

/** Whether the state has not expired, and belongs to this browser. */
export const isUsable = (
  ctx: Pick<Context, 'clock'>,
  { request }: RawCall,
  { expires_at, browser_hash }: AuthorizationState,
  { browser }: AuthorizationFlow,
): boolean => expires_at > ctx.clock.now() && browser.matches(request, browser_hash)

/** The checks of every callback, once its state is consumed. @returns the code to redeem */
export function requireCode(
  ctx: Pick<Context, 'clock'>,
  call: RawCall,
  state: AuthorizationState,
  checks: CallbackChecks,
): string {
  if (!isUsable(ctx, call, state, checks.flow)) throw checks.invalidCallback('state')
  // Sent by some providers (RFC 9207, mix-up defence).
  const issuer = checks.parameter('iss')
  if (issuer !== null && !checks.isIssuer(issuer)) throw checks.invalidCallback('iss')
  const error = checks.parameter('error')
  if (error !== null) throw checks.refusedByProvider(error, call)
  const code = checks.parameter('code')
  if (!code) throw checks.invalidCallback('code')
  return code
}
