import { answerJson } from '../protocol/auth-route.ts'
import { presentAccount } from '../present-account.ts'
import { userById } from '../queries.ts'
import { adminRoute, refuseUnknownUser, userIdOf } from './admin-route.ts'
import { answerPage, pageOf } from './pages.ts'
import { auditPage, usersPage } from './queries.ts'

export const listUsers = adminRoute({
  method: 'GET',
  path: '/admin/users',
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const page = pageOf(call)
      const filter = call.url.searchParams.get('filter')?.toLowerCase() ?? ''
      const { users, total } = await usersPage(tx, { ...page, filter })
      const shown = []
      for (const user of users) shown.push(await presentAccount(tx, user))
      return answerPage({ users: shown, aud: 'authenticated' }, call, page, total)
    }),
})

export const readUser = adminRoute({
  method: 'GET',
  path: '/admin/users/:id',
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const user = await userById(tx, userIdOf(call))
      if (!user || user.deleted_at) return refuseUnknownUser()
      return answerJson(await presentAccount(tx, user))
    }),
})

export const readAudit = adminRoute({
  method: 'GET',
  path: '/admin/audit',
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const page = pageOf(call)
      const { entries, total } = await auditPage(tx, page)
      const shown = entries.map(({ id, user_id, session_id, action, ip, user_agent, created_at }) => ({
        id: String(id),
        payload: { actor_id: user_id, session_id, action, user_agent },
        ip_address: ip ?? '',
        created_at: created_at.toISOString(),
      }))
      return answerPage(shown, call, page, total)
    }),
})
