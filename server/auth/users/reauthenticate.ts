import type { Context } from '../../context.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import type { RawCall, RawRoute } from '../../http/routing/route.ts'
import { requireMailServer } from '../emails/require-mail-server.ts'
import { routeLimits, limitEmailsTo } from '../protocol/auth-rate-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { requireSession } from '../sessions/require-session.ts'
import { recordReauthenticationSent } from '../user-rows/update-user-queries.ts'

/** Emails a reauthentication code to the user's address, for `PUT /user` and other sensitive operations. */
async function sendReauthenticationCode(ctx: Context, call: RawCall): Promise<Response> {
  const { user } = await ctx.db.asAccounts((tx) => requireSession(tx, ctx, call.request.headers))
  if (!user.email_confirmed_at) refuse(422, 'email_not_confirmed', 'Please verify your email first.')
  requireMailServer(ctx, 'signIn')
  await limitEmailsTo(ctx, 'reauthentication', user.email)
  await ctx.db.asAccounts(async (tx) => {
    await recordReauthenticationSent(tx, user.id, ctx.clock.now())
    await enqueueEmail(tx, ctx, {
      kind: 'account-link',
      payload: {
        purpose: 'reauthentication',
        email: user.email,
        userId: user.id,
        redirectTo: ctx.config.publicUrl,
        flowStateId: null,
        newAccount: null,
      },
      userId: user.id,
    })
  })
  return jsonResponse({})
}

/** The official client sends GET; GoTrue's API description says POST. */
export const reauthenticate: RawRoute[] = (['GET', 'POST'] as const).map((method) =>
  authRoute({ method, path: '/reauthenticate', limit: routeLimits.reauthenticate, handle: sendReauthenticationCode }),
)
