import type { Context } from '../context.ts'
import { tellPages } from '../db/live.ts'
import type { ServiceTokens } from '../vendors/service-auth.ts'
import { ServiceError } from '../vendors/service-error.ts'
import type { Service } from '../vendors/vendors.ts'
import { verifierPlace } from './authorize.ts'
import { endGrantLater } from './end-grant.ts'
import { quiet } from './needs-sign-in.ts'
import { ConnectRefused, outcomeOfError } from './outcome.ts'
import { redirectUriOf } from './provider-paths.ts'
import { addConnection, connectionAt, replaceConnection } from './queries.ts'
import { sealTokens } from './sealed-tokens.ts'
import type { ConnectionState } from './state-queries.ts'

/**
 * Turns the code of a callback into a connection.
 * @returns the address of the account, to be shown
 * @throws ConnectRefused
 */
export async function connect(
  ctx: Context,
  { auth }: Service,
  state: ConnectionState,
  code: string,
): Promise<string | null> {
  const at = { userId: state.user_id, provider: state.provider }
  try {
    const codeVerifier = ctx.sealer.open(verifierPlace(state.state_hash), state.code_verifier_sealed)
    const redirectUri = redirectUriOf(ctx, at.provider)
    const tokens = await auth.redeem({ code, codeVerifier, redirectUri })
    const refreshToken = requireGrant(auth.neededScopes, tokens)
    const account = await auth.account(tokens.accessToken)
    const connection = {
      account_id: account.id,
      provider_email: account.email,
      ...sealTokens(ctx, at, tokens, refreshToken),
      created_at: ctx.clock.now(),
    }
    await ctx.db.asService(async (tx) => {
      if (!(await addConnection(tx, at, connection))) {
        const old = await connectionAt(tx, at, true)
        const isSame = old?.account_id === account.id
        if (old && !isSame) await endGrantLater(tx, ctx, at, old)
        await replaceConnection(tx, at, isSame ? { ...connection, created_at: old.created_at } : connection)
      }
      await quiet(tx, at)
      await tellPages(tx, at.userId, { type: 'connections' })
    })
    ctx.events.serviceConnected(at)
    return account.email
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // Our registration is wrong: the operator has to know.
    if (error.refusal === 'refused') ctx.events.backgroundError({ part: at.provider, error })
    throw new ConnectRefused(outcomeOfError(error), error)
  }
}

/** A person may grant less than was asked for; the answer does not fail then, it just holds less. */
function requireGrant(needed: readonly string[], { scopes, refreshToken }: ServiceTokens): string {
  const granted = new Set(scopes.map((scope) => scope.toLowerCase()))
  if (needed.some((scope) => !granted.has(scope.toLowerCase()))) throw new ConnectRefused('access_denied')
  if (refreshToken === null) throw new ConnectRefused('connection_failed')
  return refreshToken
}
