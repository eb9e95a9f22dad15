import type { Context } from '../../context.ts'
import { recordAuditEvent } from '../../shared/audit-log.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { FunctionCall } from '../../http/routing/route.ts'
import { deleteForwardAddress, findForwardAddress } from './forward-address-queries.ts'
import { resolveForwardNotifications } from './notify-forward-address.ts'

interface Removal {
  userId: string
  /** Null where the user follows the link of an email. */
  sessionId: string | null
  address: string
}

/** Nothing is forwarded to the address until it is added and confirmed again. @returns whether it existed */
export async function removeForwardAddress(
  ctx: Pick<Context, 'clock' | 'db'>,
  { userId, sessionId, address }: Removal,
  from: FunctionCall<unknown>['from'],
): Promise<boolean> {
  const found = await ctx.db.asService((tx) => findForwardAddress(tx, { userId, address: address.toLowerCase() }))
  if (!found) return false
  // Recorded first, so that nothing changes without an audit entry.
  const done = { userId, sessionId, action: 'forward_address_removed', detail: found.address }
  await recordAuditEvent(ctx, done, from)
  await ctx.db.asService(async (tx) => {
    const at = { userId, id: found.id }
    await deleteForwardAddress(tx, at)
    await resolveForwardNotifications(tx, at)
    await publishLiveEvent(tx, userId, { type: 'forward-addresses' })
  })
  return true
}
