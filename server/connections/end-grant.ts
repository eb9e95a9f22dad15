import { randomUUID } from 'node:crypto'
import { later, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { ServiceError } from '../vendors/service-error.ts'
import { isAccountShared, type Connection } from './queries.ts'
import { putRevocation, removeRevocation, takeRevocation } from './revocation-queries.ts'
import { tokenPlace, type ConnectionAt } from './sealed-tokens.ts'

/** Minutes 1, 2, 4 … up to an hour between tries: a service that is away for a day still hears of it. */
const mostTries = 30
const longestWaitMs = minutes(60)

const revocationPlace = (id: string): string => `app.service_revocations/${id}`

/**
 * Has the service told that these tokens are over, by a job that begins when the transaction has committed and goes on until the
 * service has answered. The token is kept without an owner: it must outlive the account.
 */
export async function endGrantLater(
  tx: Tx,
  ctx: Pick<Context, 'sealer' | 'clock' | 'jobs' | 'vendors'>,
  at: ConnectionAt,
  { account_id, refresh_token_sealed }: Connection,
): Promise<void> {
  if (!ctx.vendors.services[at.provider]) return
  // Google ends all tokens of an account together, also those of somebody else here who is connected to it.
  if (await isAccountShared(tx, at, account_id)) return
  const id = randomUUID()
  const refreshToken = ctx.sealer.open(tokenPlace(at, 'refresh'), refresh_token_sealed)
  await putRevocation(tx, {
    id,
    provider: at.provider,
    token_sealed: ctx.sealer.seal(revocationPlace(id), refreshToken),
    created_at: ctx.clock.now(),
  })
  await ctx.jobs.enqueue(tx, 'end-grant', { revocationId: id })
}

/** May run twice: a grant that is over is no error. */
export async function endGrant(ctx: Context, { revocationId }: JobPayload<'end-grant'>): Promise<void> {
  const row = await ctx.db.asService((tx) => takeRevocation(tx, revocationId))
  if (!row) return
  const service = ctx.vendors.services[row.provider]
  try {
    await service?.auth.revoke(ctx.sealer.open(revocationPlace(row.id), row.token_sealed))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.transient && row.attempts < mostTries) {
      const wait = Math.max(error.retryAfterMs ?? 0, Math.min(minutes(2 ** (row.attempts - 1)), longestWaitMs))
      const after = later(ctx.clock.now(), wait)
      return ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'end-grant', { revocationId }, { after }))
    }
    // Refused for good: there is nothing more that we can do than to forget the tokens.
    ctx.events.backgroundError({ part: row.provider, error })
  }
  await ctx.db.asService((tx) => removeRevocation(tx, row.id))
}
