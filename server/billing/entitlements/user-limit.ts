import { usageMonth } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { insertAuditEvent } from '../../shared/audit-log.ts'
import { resolveNotifications } from '../../shared/notifications.ts'
import { deleteUserLimit, readEmailLimit, saveUserLimit } from './email-limit-queries.ts'

/** The operator's limit of a user, which counts where there are no plans. @param limit null: none */
export async function setUserLimit(
  ctx: Pick<Context, 'clock' | 'db'>,
  userId: string,
  limit: number | null,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asAccounts((tx) =>
    insertAuditEvent(tx, {
      userId,
      sessionId: null,
      action: 'changed_by_operator',
      detail: limit === null ? 'no monthly limit' : `${limit} emails a month`,
      ip: null,
      userAgent: null,
      now,
    }),
  )
  await ctx.db.asService(async (tx) => {
    if (limit === null) await deleteUserLimit(tx, userId)
    else await saveUserLimit(tx, userId, limit)
    const { used } = await readEmailLimit(tx, { userId, month: usageMonth(now), hasPlans: false })
    if (limit === null || used < limit) await resolveNotifications(tx, { userId, kind: 'limit_reached', now })
    await publishLiveEvent(tx, userId, { type: 'subscription' })
  })
}
