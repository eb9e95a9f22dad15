import { z } from 'zod'
import { maxNotificationsShown } from '../limits.ts'
import { Provider } from '../providers.ts'

export const NotificationsInput = z.discriminatedUnion('action', [
  /** A list request counts as a visit: after an hour's absence it reports what was sorted. */
  z.strictObject({ action: z.literal('list') }),
  z.strictObject({
    action: z.literal('read'),
    /** `all`: also notifications that the page does not show. */
    which: z.union([z.literal('all'), z.array(z.uuid()).min(1).max(maxNotificationsShown)]),
  }),
])
export type NotificationsInput = z.infer<typeof NotificationsInput>

const NotificationKind = z.enum([
  'mailbox_needs_sign_in',
  'mailbox_unavailable',
  'connection_needs_sign_in',
  'limit_near',
  'limit_reached',
  'payment_failed',
  'action_failed',
  'actions_retried',
  'sorted_while_away',
  'forward_address_requested',
  'forward_address_confirmed',
  'folder_recreated',
  'folder_deleted',
  'hourly_limit_reached',
  'file_destination_changed',
  'mass_move',
])
type NotificationKind = z.infer<typeof NotificationKind>

/** The page has the text of each kind. */
export const Notification = z.object({
  id: z.uuid(),
  kind: NotificationKind,
  /** The mailbox it refers to, if any. */
  mailbox: z.object({ id: z.uuid(), name: z.string(), email_address: z.string() }).nullable(),
  /** The service it refers to, if any. */
  provider: Provider.nullable(),
  /** The address it refers to, if any: of a forward, or of the recipient whose emails are held back. */
  address: z.string().nullable(),
  /** Where an action stores files from now on, if it is about that. */
  destination: z.string().nullable(),
  /** Path of the folder it refers to, if any. */
  folder: z.string().nullable(),
  /**
   * `limit_near`, `limit_reached`: percentage of the monthly limit (80, 95, 100). `sorted_while_away`: messages.
   * `actions_retried`: failed actions that run again after a sign-in. `hourly_limit_reached`: emails that are allowed.
   * `mass_move`: emails that the user moved at once to the folder, or to the inbox where there is none.
   */
  count: z.int().nullable(),
  /** `limit_near`, `limit_reached`: emails of the month that are used by now, and the limit; null: not known. */
  usage: z.object({ used: z.int(), limit: z.int() }).nullable().default(null),
  /** `action_failed`: the latest run that is still failed, and how many others are; null where none is. */
  failure: z
    .object({
      subject: z.string().nullable(),
      /** Name of the action. */
      action: z.string(),
      /** `RunReason` of `contract/action-runs.ts`, whose texts would be loaded with the bell. */
      reason: z.string(),
      others: z.int(),
    })
    .nullable(),
  read: z.boolean(),
  created_at: z.iso.datetime({ offset: true }),
})
export type Notification = z.infer<typeof Notification>

/** Returned by both actions, so that the page needs no second call. */
export const NotificationsOutput = z.object({
  /** Newest first, at most `maxNotificationsShown`. */
  notifications: z.array(Notification),
  /** All unread notifications, also unlisted ones. */
  unread: z.int(),
})
export type NotificationsOutput = z.infer<typeof NotificationsOutput>
