import type { z } from 'zod'
import { NotificationsInput, NotificationsOutput } from '../../contract/functions/notifications.ts'
import type { Tx } from '../db/database.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { createNotification } from '../shared/notifications.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import {
  latestFailures,
  markRead,
  newestNotifications,
  recordVisit,
  countSortedSince,
  countUnread,
  unreadSortedCount,
} from './queries.ts'

/** After a longer absence a notification reports what was sorted. */
const absenceMs = 60 * 60_000

export const notifications = functionRoute('notifications', {
  auth: 'user',
  limit: perUser(240, 'minute'),
  input: NotificationsInput,
  output: NotificationsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof NotificationsOutput>> {
    const now = ctx.clock.now()
    return ctx.db.asService(async (tx) => {
      if (input.action === 'list') await notifySortedWhileAway(tx, userId, now)
      else if (await markRead(tx, userId, input.which, now))
        await publishLiveEvent(tx, userId, { type: 'notification' })
      return notificationList(tx, userId)
    })
  },
})

/** One notification for all absences: while it is unread, its count adds up. */
const absenceKey = 'absence'

async function notifySortedWhileAway(tx: Tx, userId: string, now: Date): Promise<void> {
  const last = await recordVisit(tx, userId, now)
  if (!last || now.getTime() - last.getTime() <= absenceMs) return
  const mails = await countSortedSince(tx, userId, last)
  if (mails === 0) return
  const count = mails + (await unreadSortedCount(tx, userId, absenceKey))
  await createNotification(tx, { userId, kind: 'sorted_while_away', key: absenceKey, count, now })
}

async function notificationList(tx: Tx, userId: string): Promise<z.input<typeof NotificationsOutput>> {
  const rows = await newestNotifications(tx, userId)
  const failed = rows.filter(({ kind }) => kind === 'action_failed').map(({ id }) => id)
  const failures = failed.length > 0 ? await latestFailures(tx, failed) : []
  const failureOf = (id: string) => {
    const found = failures.find(({ notificationId }) => notificationId === id)
    return found ? { ...found, reason: found.reason ?? 'refused' } : null
  }
  return {
    notifications: rows.map(({ mailbox_id, name, email_address, read_at, created_at, ...row }) => ({
      ...row,
      failure: failureOf(row.id),
      mailbox: mailbox_id && name !== null && email_address !== null ? { id: mailbox_id, name, email_address } : null,
      read: read_at !== null,
      created_at: created_at.toISOString(),
    })),
    unread: await countUnread(tx, userId),
  }
}
