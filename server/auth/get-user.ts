import { answerJson, authRoute } from './protocol/auth-route.ts'
import { presentUser } from './protocol/present-user.ts'
import { identitiesOf } from './queries.ts'
import { requireSession } from './sessions/require-session.ts'

export const getUser = authRoute({
  method: 'GET',
  path: '/user',
  limit: null,
  handle: (ctx, { request }) =>
    ctx.db.asAccounts(async (tx) => {
      const { user } = await requireSession(tx, ctx, request.headers)
      return answerJson(presentUser(user, await identitiesOf(tx, user.id)))
    }),
})
