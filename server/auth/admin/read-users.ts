import { jsonResponse } from '../protocol/auth-route.ts'
import { userResponse } from '../user-rows/user-response.ts'
import { userById } from '../user-rows/user-queries.ts'
import { adminRoute, refuseUnknownUser, userIdOf } from './admin-route.ts'
import { pageResponse, readPage } from './pagination.ts'
import { auditEventsPage, usersPage } from './managed-user-queries.ts'

export const listUsers = adminRoute({
  method: 'GET',
  path: '/admin/users',
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const page = readPage(call)
      const filter = call.url.searchParams.get('filter')?.toLowerCase() ?? ''
      const { users, total } = await usersPage(tx, { ...page, filter })
      const shown = []
      for (const user of users) shown.push(await userResponse(tx, user))
      return pageResponse({ users: shown, aud: 'authenticated' }, call, page, total)
    }),
})

export const readUser = adminRoute({
  method: 'GET',
  path: '/admin/users/:id',
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const user = await userById(tx, userIdOf(call))
      if (!user || user.deleted_at) return refuseUnknownUser()
      return jsonResponse(await userResponse(tx, user))
    }),
})

export const listAuditEvents = adminRoute({
  method: 'GET',
  path: '/admin/audit',
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const page = readPage(call)
      const { entries, total } = await auditEventsPage(tx, page)
      const shown = entries.map(({ id, user_id, session_id, action, ip, user_agent, created_at }) => ({
        id: String(id),
        payload: { actor_id: user_id, session_id, action, user_agent },
        ip_address: ip ?? '',
        created_at: created_at.toISOString(),
      }))
      return pageResponse(shown, call, page, total)
    }),
})
