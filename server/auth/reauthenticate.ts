import type { Context } from '../context.ts'
import { putEmail } from '../emails/put-email.ts'
import type { RawCall, RawRoute } from '../http/route.ts'
import { requireMailServer } from './emails/require-mail-server.ts'
import { callLimits, pausePerAddress } from './protocol/address-limits.ts'
import { refuse } from './protocol/auth-error.ts'
import { answerJson, authRoute } from './protocol/auth-route.ts'
import { requireSession } from './sessions/require-session.ts'
import { noteReauthentication } from './update-user-queries.ts'

/** Mails a code to the person's own address, for `PUT /user` and whatever else wants a fresh proof. */
async function sendCode(ctx: Context, call: RawCall): Promise<Response> {
  const { user } = await ctx.db.asAccounts((tx) => requireSession(tx, ctx, call.request.headers))
  if (!user.email_confirmed_at) refuse(422, 'email_not_confirmed', 'Please verify your email first.')
  requireMailServer(ctx)
  await pausePerAddress(ctx, 'reauthentication', user.email)
  await ctx.db.asAccounts(async (tx) => {
    await noteReauthentication(tx, user.id, ctx.clock.now())
    await putEmail(tx, ctx, {
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
  return answerJson({})
}

/** GET is what the official client sends, POST what the protocol's description says. */
export const reauthenticate: RawRoute[] = (['GET', 'POST'] as const).map((method) =>
  authRoute({ method, path: '/reauthenticate', limit: callLimits.reauthenticate, handle: sendCode }),
)
