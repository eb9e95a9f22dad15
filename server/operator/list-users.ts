import type { z } from 'zod'
import type { ManagedUser, ManagedUsers } from '../../contract/functions/operator-users.ts'
import { usageMonth } from '../../contract/limits.ts'
import { usersPage } from '../auth/admin/managed-user-queries.ts'
import type { User } from '../auth/user-rows/user-queries.ts'
import type { Context } from '../context.ts'
import { hasPlans } from '../shared/monthly-limit.ts'
import { readUseOfAccounts } from './operator-users-queries.ts'

const usersPageSize = 25

/** A page of the accounts, newest first. @param search a part of the address */
export async function listUsers(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors'>,
  { search, page, pageSize = usersPageSize }: { search: string; page: number; pageSize?: number },
): Promise<z.input<typeof ManagedUsers>> {
  const now = ctx.clock.now()
  const filter = search.trim().toLowerCase()
  const { users, total } = await ctx.db.asAccounts((tx) => usersPage(tx, { page, perPage: pageSize, filter }))
  const month = { month: usageMonth(now), hasPlans: hasPlans(ctx) }
  const ids = users.map(({ id }) => id)
  const uses = await ctx.db.asService((tx) => readUseOfAccounts(tx, ids, month))
  const none = { mailboxes: 0, used: 0, limit: null }
  return { users: users.map((user) => ({ ...present(user, now), ...(uses.get(user.id) ?? none) })), total, pageSize }
}

const present = (user: User, now: Date): Omit<ManagedUser, 'mailboxes' | 'used' | 'limit'> => ({
  id: user.id,
  email: user.email,
  createdAt: user.created_at.toISOString(),
  lastSignInAt: user.last_sign_in_at?.toISOString() ?? null,
  state: stateOf(user, now),
  isOperator: isMarked(user.raw_app_meta_data),
})

function stateOf(user: User, now: Date): ManagedUser['state'] {
  if (user.banned_until && user.banned_until > now) return 'disabled'
  if (user.email_confirmed_at) return 'active'
  return user.invited_at ? 'invited' : 'unconfirmed'
}

const isMarked = (data: User['raw_app_meta_data']): boolean =>
  typeof data === 'object' && data !== null && !Array.isArray(data) && data['operator'] === true
