import { z } from 'zod'
import { notificationsMost } from '../limits.ts'
import { Provider } from '../providers.ts'

export const NotificationsInput = z.discriminatedUnion('action', [
  /** Being asked counts as a visit: after an hour's absence it tells what was sorted meanwhile. */
  z.strictObject({ action: z.literal('list') }),
  z.strictObject({
    action: z.literal('read'),
    /** `all`: whatever is there, also what the page does not show. */
    which: z.union([z.literal('all'), z.array(z.uuid()).min(1).max(notificationsMost)]),
  }),
])
export type NotificationsInput = z.infer<typeof NotificationsInput>

export const NotificationKind = z.enum([
  'mailbox_needs_sign_in',
  'connection_needs_sign_in',
  'limit_near',
  'limit_reached',
  'payment_failed',
  'action_failed',
  'sorted_while_away',
])
export type NotificationKind = z.infer<typeof NotificationKind>

/** The page has the words for each kind. */
export const Notification = z.object({
  id: z.uuid(),
  kind: NotificationKind,
  /** What it is about, where it is about one mailbox. */
  mailbox: z.object({ id: z.uuid(), name: z.string(), email_address: z.string() }).nullable(),
  /** Which service, where it is about one. */
  provider: Provider.nullable(),
  /** `limit_near`, `limit_reached`: per cent of the month's limit (80, 95, 100). `sorted_while_away`: mails. */
  count: z.int().nullable(),
  read: z.boolean(),
  created_at: z.iso.datetime({ offset: true }),
})
export type Notification = z.infer<typeof Notification>

/** Answered to both actions, so that the page needs no second call. */
export const NotificationsOutput = z.object({
  /** Newest first, at most `notificationsMost`. */
  notifications: z.array(Notification),
  /** All of them, also those that are not in the list. */
  unread: z.int(),
})
export type NotificationsOutput = z.infer<typeof NotificationsOutput>
