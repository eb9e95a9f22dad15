import { z } from 'zod'

const time = z.iso.datetime({ offset: true })
const account = { userId: z.uuid() }

export const OperatorUsersInput = z.discriminatedUnion('action', [
  /** A page of the accounts, newest first. `search`: a part of the address. */
  z.strictObject({
    action: z.literal('list'),
    search: z.string().max(254).default(''),
    page: z.int().min(1).max(100_000).default(1),
  }),
  /** Invites by email, or returns the link where the server sends none. Needs a recent sign-in, as all that follow. */
  z.strictObject({ action: z.literal('invite'), email: z.string().max(254) }),
  /** Lets the user choose a new password, by a link as for `invite`. */
  z.strictObject({ action: z.literal('reset'), ...account }),
  /** Emails a month where there are no plans; null: no limit. */
  z.strictObject({ action: z.literal('limit'), ...account, limit: z.int().min(0).max(999_999_999).nullable() }),
  /** Ends all sessions and refuses sign-ins; the data stays. */
  z.strictObject({ action: z.literal('disable'), ...account }),
  z.strictObject({ action: z.literal('enable'), ...account }),
  z.strictObject({ action: z.literal('make-operator'), ...account }),
  z.strictObject({ action: z.literal('remove-operator'), ...account }),
  /** Deletes the account and all its data. */
  z.strictObject({ action: z.literal('delete'), ...account }),
])
export type OperatorUsersInput = z.input<typeof OperatorUsersInput>

export const ManagedUser = z.object({
  id: z.uuid(),
  email: z.string(),
  createdAt: time,
  lastSignInAt: time.nullable(),
  /** `invited` and `unconfirmed`: the address was not proven yet. */
  state: z.enum(['active', 'invited', 'unconfirmed', 'disabled']),
  isOperator: z.boolean(),
  mailboxes: z.int(),
  /** Emails counted this month. */
  used: z.int(),
  /** Null: none. */
  limit: z.int().nullable(),
})
export type ManagedUser = z.infer<typeof ManagedUser>

export const ManagedUsers = z.object({ users: z.array(ManagedUser), total: z.int(), pageSize: z.int() })
/** `link`: works once, and for an hour; null: it was sent by email. */
export const AccountLink = z.object({ email: z.string(), link: z.string().nullable() })
export type AccountLink = z.infer<typeof AccountLink>

export const OperatorUsersOutput = z.union([ManagedUsers, AccountLink, z.object({ success: z.literal(true) })])
