import type { Context } from '../context.ts'
import { ServiceError } from '../vendors/service-error.ts'
import type { Service } from '../vendors/vendors.ts'
import { needsSignIn } from './needs-sign-in.ts'
import { connectionAt, replaceTokens, type Connection } from './queries.ts'
import { sealTokens, tokenPlace, type ConnectionAt } from './sealed-tokens.ts'
import { ServiceProblem } from './service-problem.ts'

/** How many connections to the database may wait for services at once in this process. */
const refreshesAtOnce = 2

/**
 * Gets new tokens where `isWanted` still says so once it is this worker's turn, and stores them before anybody can use them.
 *
 * The row stays locked during the call, as with mailboxes (decision record 005): whoever comes second waits and finds the new tokens.
 * Where each refresh token works once, a second call would end the grant.
 * @throws ServiceProblem `signed_out` when the grant is over (the card then says so), ServiceError `later` for all other trouble
 */
export async function refreshConnection(
  ctx: Pick<Context, 'clock' | 'db' | 'events' | 'sealer'>,
  at: ConnectionAt,
  { auth, turns }: Service,
  isWanted: (connection: Connection) => boolean,
): Promise<Connection> {
  const { userId, provider } = at
  const result = await turns.take(`${provider}/${userId}`, 1, () =>
    turns.take('refresh', refreshesAtOnce, () =>
      ctx.db.asService(async (tx) => {
        const stored = await connectionAt(tx, at, true)
        if (!stored || stored.status === 'needs_reauth' || !isWanted(stored)) return stored
        const oldRefresh = ctx.sealer.open(tokenPlace(at, 'refresh'), stored.refresh_token_sealed)
        try {
          const tokens = await auth.refresh(oldRefresh)
          const sealed = sealTokens(ctx, at, tokens, tokens.refreshToken ?? oldRefresh)
          // Services may leave the scopes out where they are the old ones (RFC 6749, 6).
          const scopes = sealed.scopes || stored.scopes
          await replaceTokens(tx, at, stored.generation, { ...sealed, scopes })
          return { ...stored, ...sealed, scopes, generation: stored.generation + 1 }
        } catch (error) {
          if (!(error instanceof ServiceError) || error.refusal !== 'signed_out') throw asPassing(ctx, error)
          // Committed, not thrown: the status must outlive this transaction.
          return { refused: error, isNew: await needsSignIn(tx, ctx, at, stored.generation) }
        }
      }),
    ),
  )
  if (!result) throw new ServiceProblem(provider, 'not_connected')
  if ('refused' in result) {
    if (result.isNew) ctx.events.serviceNeedsSignIn({ userId, provider })
    throw new ServiceProblem(provider, 'signed_out', result.refused)
  }
  if (result.status === 'needs_reauth') throw new ServiceProblem(provider, 'signed_out')
  return result
}

/**
 * Nothing was done yet of what the caller wants, so it may be tried again, whatever became of the refresh. A refusal means that our registration is
 * wrong (secret, scopes): the operator mends it, and no connection is to blame.
 */
function asPassing(ctx: Pick<Context, 'events'>, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error
  const { vendor, refusal, status, code, retryAfterMs } = error
  if (refusal === 'refused') ctx.events.backgroundError({ part: vendor, error })
  return new ServiceError(vendor, 'later', { status, code, retryAfterMs, cause: error })
}
