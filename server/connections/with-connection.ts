import { tokenRefreshThresholdMs } from '../../contract/limits.ts'
import type { FileProvider } from '../../contract/providers.ts'
import { later } from '../clock.ts'
import type { Context, RemoteContext } from '../context.ts'
import type { FileStore } from '../vendors/files/file-store.ts'
import { ServiceError } from '../vendors/service-error.ts'
import type { Service } from '../vendors/vendors.ts'
import { needsSignIn } from './needs-sign-in.ts'
import { connectionAt, pauseUntil, type Connection } from './queries.ts'
import { refreshConnection } from './refresh-connection.ts'
import { tokenPlace, type ConnectionAt } from './sealed-tokens.ts'
import { ServiceProblem } from './service-problem.ts'

/** Where a service asks us to wait without saying for how long. */
const throttledPauseMs = 10_000

/**
 * Calls a service as the person's connection. `call` runs a second time when its token is refused, so it should be one request, or
 * requests that look before they do anything again. What concerns the connection as a whole is noted here: a sign-in that is over, a
 * wait that the service asks for.
 * @param call gets the service's clients, an access token that is good for more than five minutes, and the service's id of the account
 * @throws ServiceProblem, or ServiceError for whatever else the service says
 */
export async function withConnection<T>(
  ctx: RemoteContext,
  at: ConnectionAt,
  call: (service: Service, token: string, accountId: string) => Promise<T>,
): Promise<T> {
  const service = ctx.vendors.services[at.provider]
  if (!service) throw new ServiceProblem(at.provider, 'not_connected')
  let generation: number | null = null
  let account: string | null = null
  const run = async (connection: Connection): Promise<T> => {
    account ??= connection.account_id
    // What was begun in one account must not be ended in another: the work starts anew.
    if (connection.account_id !== account)
      throw new ServiceError(at.provider, 'later', { status: 0, code: 'account_changed' })
    generation = connection.generation
    const token = ctx.sealer.open(tokenPlace(at, 'access'), connection.access_token_sealed)
    return call(service, token, connection.account_id)
  }
  try {
    const first = await freshConnection(ctx, at, service)
    return await run(first).catch(async (error: unknown) => {
      if (!(error instanceof ServiceError && error.refusal === 'unauthorized')) throw error
      return run(await refreshConnection(ctx, at, service, (now) => now.generation === first.generation))
    })
  } catch (error) {
    throw await noted(ctx, at, generation, error)
  }
}

/** As `withConnection`, for a service that keeps files. */
export const withFiles = <T>(
  ctx: RemoteContext,
  at: { userId: string; provider: FileProvider },
  call: (files: FileStore, token: string, accountId: string) => Promise<T>,
): Promise<T> =>
  withConnection(ctx, at, ({ files }, token, accountId) => {
    if (!files) throw new ServiceProblem(at.provider, 'not_connected')
    return call(files, token, accountId)
  })

async function freshConnection(
  ctx: Pick<Context, 'clock' | 'db' | 'events' | 'sealer'>,
  at: ConnectionAt,
  service: Service,
): Promise<Connection> {
  const stored = await ctx.db.asService((tx) => connectionAt(tx, at))
  if (!stored) throw new ServiceProblem(at.provider, 'not_connected')
  if (stored.status === 'needs_reauth') throw new ServiceProblem(at.provider, 'signed_out')
  const now = ctx.clock.now()
  const wait = stored.paused_until.getTime() - now.getTime()
  if (wait > 0) throw new ServiceError(at.provider, 'later', { status: 429, code: 'paused', retryAfterMs: wait })
  const endsSoon = ({ expires_at }: Connection): boolean =>
    expires_at.getTime() - now.getTime() <= tokenRefreshThresholdMs
  return endsSoon(stored) ? refreshConnection(ctx, at, service, endsSoon) : stored
}

/**
 * Writes down what an error says about the connection.
 * @param generation of the tokens that the call was made with, null where it came to none
 * @returns what to throw instead
 */
async function noted(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  at: ConnectionAt,
  generation: number | null,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ServiceError)) return error
  const { userId, provider } = at
  const { refusal, retryAfterMs, status, code } = error
  if (generation !== null && (refusal === 'unauthorized' || refusal === 'signed_out' || refusal === 'scope')) {
    const ended = generation
    const isNew = await ctx.db.asService((tx) => needsSignIn(tx, ctx, at, ended))
    if (isNew) ctx.events.serviceNeedsSignIn({ userId, provider })
    return new ServiceProblem(provider, refusal === 'scope' ? 'scope' : 'signed_out', error)
  }
  const wait = retryAfterMs ?? (status === 429 ? throttledPauseMs : null)
  if (refusal === 'later' && wait !== null && code !== 'paused') {
    const until = later(ctx.clock.now(), wait)
    await ctx.db.asService((tx) => pauseUntil(tx, at, until))
  }
  return error
}
