import type { Context } from '../../context.ts'
import { hasAuditEvent } from '../../shared/audit-log.ts'
import { hasConnections } from './mailbox-queries.ts'

/**
 * The first mailbox is how every user begins. A mailbox that follows one that was disconnected is not: with a stolen
 * session an attacker could replace it.
 */
export async function hasConnectedBefore(ctx: Pick<Context, 'db'>, userId: string): Promise<boolean> {
  if (await ctx.db.asService((tx) => hasConnections(tx, userId))) return true
  return ctx.db.asAccounts((tx) => hasAuditEvent(tx, userId, ['mailbox_connected', 'mailbox_disconnected']))
}
