import type { z } from 'zod'
import { NotificationsInput, NotificationsOutput } from '../../contract/functions/notifications.ts'
import { awayAfterMs } from '../../contract/limits.ts'
import type { Tx } from '../db/database.ts'
import { tellPages } from '../db/live.ts'
import { ringBell } from '../db/notifications.ts'
import { fn, perUser } from '../http/route.ts'
import { markRead, newestNotifications, noteVisit, sortedSince, unreadNotifications, untoldBefore } from './queries.ts'

export const notifications = fn('notifications', {
  auth: 'user',
  limit: perUser(240, 'minute'),
  input: NotificationsInput,
  output: NotificationsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof NotificationsOutput>> {
    const now = ctx.clock.now()
    return ctx.db.asService(async (tx) => {
      if (input.action === 'list') await tellOfAbsence(tx, userId, now)
      else if (await markRead(tx, userId, input.which, now)) await tellPages(tx, userId, { type: 'notification' })
      return bellOf(tx, userId)
    })
  },
})

/** One ring for all absences: what was not read adds up. */
const absence = 'absence'

async function tellOfAbsence(tx: Tx, userId: string, now: Date): Promise<void> {
  const last = await noteVisit(tx, userId, now)
  if (!last || now.getTime() - last.getTime() <= awayAfterMs) return
  const mails = await sortedSince(tx, userId, last)
  if (mails === 0) return
  const count = mails + (await untoldBefore(tx, userId, absence))
  await ringBell(tx, { userId, kind: 'sorted_while_away', key: absence, count, now })
}

async function bellOf(tx: Tx, userId: string): Promise<z.input<typeof NotificationsOutput>> {
  const rows = await newestNotifications(tx, userId)
  return {
    notifications: rows.map(({ id, kind, count, read_at, created_at, mailbox_id, provider, name, email_address }) => ({
      id,
      kind,
      mailbox: mailbox_id && name !== null && email_address !== null ? { id: mailbox_id, name, email_address } : null,
      provider,
      count,
      read: read_at !== null,
      created_at: created_at.toISOString(),
    })),
    unread: await unreadNotifications(tx, userId),
  }
}
