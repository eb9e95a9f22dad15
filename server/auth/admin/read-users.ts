import { jsonResponse } from '../protocol/auth-route.ts'
import { userResponse } from '../user-rows/user-response.ts'
import { userById } from '../user-rows/user-queries.ts'
import { adminRoute, refuseUnknownUser, userIdOf } from './admin-route.ts'
import { auditEventsPage, usersPage, type Page } from './managed-user-queries.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { refuse } from '../protocol/auth-error.ts'

const adminDefaultPageSize = 50
const adminMaxPageSize = 1000

/** @throws AuthError `validation_failed` */
function readPage({ url }: RawCall): Page {
  const page = numberOf(url.searchParams.get('page'), 1)
  const perPage = Math.min(numberOf(url.searchParams.get('per_page'), adminDefaultPageSize), adminMaxPageSize)
  return { page, perPage }
}

function numberOf(given: string | null, usual: number): number {
  if (!given) return usual
  if (!/^[1-9]\d{0,6}$/.test(given))
    refuse(400, 'validation_failed', 'Bad Pagination Parameters: page and per_page must be numbers from 1 on')
  return Number(given)
}

/** One page of a list. The client reads the total and the next and last page from the headers (RFC 8288). */
function pageResponse(body: unknown, { url }: RawCall, { page, perPage }: Page, total: number): Response {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string): string => {
    const query = new URLSearchParams(url.searchParams)
    query.set('page', String(number))
    query.set('per_page', String(perPage))
    return `<${url.pathname}?${query}>; rel="${rel}"`
  }
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  const response = jsonResponse(body)
  response.headers.set('x-total-count', String(total))
  response.headers.set('link', links.join(', '))
  return response
}

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
