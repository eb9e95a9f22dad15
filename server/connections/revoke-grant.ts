import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { openToken } from '../grants/sealed-tokens.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { ServiceError } from '../vendors/services/service-error.ts'
import type { Service } from '../vendors/vendors.ts'
import {
  connectionTokenSealContext,
  isAccountConnected,
  type Connection,
  type ConnectionKey,
} from './connection-queries.ts'
import { countRevocationAttempt, deleteRevocation, insertRevocation, type Revocation } from './revocation-queries.ts'

/** One attempt per hour: a service that is down for a day still receives the revocation. */
const revocationMaxAttempts = 30

const revocationSealContext = (id: string): string => `app.service_revocations/${id}`

/** The sealed content of the row. The row has no owner, because it must outlive the account. */
const RevokedGrant = z.object({ accountId: z.string(), refreshToken: z.string() })

/** Enqueues the revocation of a grant at the service. The job starts once the transaction has committed. */
export async function enqueueRevocation(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'vendors' | 'sealer'>,
  at: ConnectionKey,
  connection: Connection,
): Promise<void> {
  if (!ctx.vendors.services[at.provider]) return
  const id = randomUUID()
  const refreshToken = openToken(ctx, connectionTokenSealContext(at), 'refresh', connection)
  const grant: z.infer<typeof RevokedGrant> = { accountId: connection.account_id, refreshToken }
  await insertRevocation(tx, {
    id,
    provider: at.provider,
    token_sealed: ctx.sealer.seal(revocationSealContext(id), JSON.stringify(grant)),
    created_at: ctx.clock.now(),
  })
  await ctx.jobs.enqueue(tx, 'revoke-grant', { revocationId: id })
}

/** May run twice: revoking a grant that has ended is no error. After a transient failure the hourly job tries again. */
export async function revokeGrant(
  ctx: Pick<Context, 'db' | 'vendors' | 'events' | 'sealer'>,
  { revocationId }: JobPayload<'revoke-grant'>,
): Promise<void> {
  const row = await ctx.db.asService((tx) => countRevocationAttempt(tx, revocationId))
  if (!row) return
  try {
    const service = ctx.vendors.services[row.provider]
    if (service) await revoke(ctx, service, row)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.transient && row.attempts < revocationMaxAttempts) return
    // All that is left to do is to delete the tokens.
    ctx.events.backgroundError({ part: row.provider, error })
  }
  await ctx.db.asService((tx) => deleteRevocation(tx, row.id))
}

async function revoke(ctx: Pick<Context, 'db' | 'sealer'>, { auth }: Service, row: Revocation): Promise<void> {
  const grant = RevokedGrant.parse(JSON.parse(ctx.sealer.open(revocationSealContext(row.id), row.token_sealed)))
  // The account is connected by another user, or again by the same one, and revoking would end that connection too.
  const isInUse = () => ctx.db.asService((tx) => isAccountConnected(tx, row.provider, grant.accountId))
  if (auth.endsTogether && (await isInUse())) return
  await auth.revoke(grant.refreshToken)
}
