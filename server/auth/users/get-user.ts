import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { userResponse } from '../user-rows/user-response.ts'
import { requireSession } from '../sessions/require-session.ts'

export const getUser = authRoute({
  method: 'GET',
  path: '/user',
  limit: null,
  handle: (ctx, { request }) =>
    ctx.db.asAccounts(async (tx) => {
      const { user } = await requireSession(tx, ctx, request.headers)
      return jsonResponse(await userResponse(tx, user))
    }),
})
