import type { Context } from '../../../context.ts'

/** Warnings of refused change notifications. */
const refusedNotificationsWarning = { points: 1, seconds: 60 }

/**
 * Warns of change notifications with a wrong secret or an unreadable body: an attack, or a subscription that we lost.
 * At most one warning a minute, because anyone can send them; the counter has their number.
 */
export async function warnOfRefused(ctx: Pick<Context, 'events' | 'limits'>, refused: number): Promise<void> {
  if (refused === 0) return
  const wait = await ctx.limits.tryConsume('change-notifications-refused', refusedNotificationsWarning, 'warning')
  if (wait === 0) ctx.events.changeNotificationsRefused({ refused })
}
