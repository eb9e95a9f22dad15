import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { ServiceError } from '../vendors/service-error.ts'
import type { Service } from '../vendors/vendors.ts'
import { isAccountConnected, type Connection } from './queries.ts'
import { putRevocation, removeRevocation, takeRevocation, type Revocation } from './revocation-queries.ts'
import { tokenPlace, type ConnectionAt } from './sealed-tokens.ts'

/** One an hour: a service that is away for a day still hears of it. */
const mostTries = 30

const revocationPlace = (id: string): string => `app.service_revocations/${id}`

/** What is sealed in the row; it has no owner, for it must outlive the account. */
const Ended = z.object({ accountId: z.string(), refreshToken: z.string() })

/** Has the service told that these tokens are over, by a job that begins when the transaction has committed. */
export async function endGrantLater(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'vendors' | 'sealer'>,
  at: ConnectionAt,
  { account_id, refresh_token_sealed }: Connection,
): Promise<void> {
  if (!ctx.vendors.services[at.provider]) return
  const id = randomUUID()
  const refreshToken = ctx.sealer.open(tokenPlace(at, 'refresh'), refresh_token_sealed)
  const ended: z.infer<typeof Ended> = { accountId: account_id, refreshToken }
  await putRevocation(tx, {
    id,
    provider: at.provider,
    token_sealed: ctx.sealer.seal(revocationPlace(id), JSON.stringify(ended)),
    created_at: ctx.clock.now(),
  })
  await ctx.jobs.enqueue(tx, 'end-grant', { revocationId: id })
}

/** May run twice: a grant that is over is no error. What fails for a passing reason stays, and is tried again every hour. */
export async function endGrant(
  ctx: Pick<Context, 'db' | 'vendors' | 'events' | 'sealer'>,
  { revocationId }: JobPayload<'end-grant'>,
): Promise<void> {
  const row = await ctx.db.asService((tx) => takeRevocation(tx, revocationId))
  if (!row) return
  try {
    const service = ctx.vendors.services[row.provider]
    if (service) await revoke(ctx, service, row)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.transient && row.attempts < mostTries) return
    // There is nothing more that we can do than to forget the tokens.
    ctx.events.backgroundError({ part: row.provider, error })
  }
  await ctx.db.asService((tx) => removeRevocation(tx, row.id))
}

async function revoke(ctx: Pick<Context, 'db' | 'sealer'>, { auth }: Service, row: Revocation): Promise<void> {
  const ended = Ended.parse(JSON.parse(ctx.sealer.open(revocationPlace(row.id), row.token_sealed)))
  // Somebody else's, or the person's own who has connected the account again meanwhile.
  const isInUse = () => ctx.db.asService((tx) => isAccountConnected(tx, row.provider, ended.accountId))
  if (auth.endsTogether && (await isInUse())) return
  await auth.revoke(ended.refreshToken)
}
