import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { holdSignedIn } from '../factors/hold-signed-in.ts'
import { putNotice } from '../factors/put-notice.ts'
import { voidOneTimeTokens } from '../one-time/queries.ts'
import { callLimits } from '../protocol/address-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { answerJson, authRoute } from '../protocol/auth-route.ts'
import { identitiesOf } from '../queries.ts'
import { deriveProviders, removeIdentity, removePassword } from './queries.ts'
import { requireProven } from './require-proven.ts'

/** `DELETE /user/identities/{id}`: takes a way to sign in away, but never the last one. With `email` goes the password. */
export const unlink = authRoute({
  method: 'DELETE',
  path: '/user/identities/:id',
  limit: callLimits.updateUser,
  async handle(ctx, call) {
    const id = z.uuid().safeParse(call.params['id'])
    await requireProven(ctx, call)
    if (!id.success) refuse(404, 'validation_failed', 'identity_id must be an UUID')
    const unlinked = await ctx.db.asAccounts((tx) => removeFrom(tx, ctx, call, id.data))
    ctx.events.identityUnlinked(unlinked)
    return answerJson({})
  },
})

/** With the account locked: two who take away the two last ways at once would leave none. */
async function removeFrom(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'jobs' | 'sealer' | 'access'>,
  call: RawCall,
  id: string,
) {
  const { user, session } = await holdSignedIn(tx, ctx, call.request.headers)
  const identities = await identitiesOf(tx, user.id)
  if (identities.length <= 1) {
    refuse(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
  }
  const identity = identities.find((each) => each.id === id)
  if (!identity) refuse(422, 'identity_not_found', "Identity doesn't exist")
  const now = ctx.clock.now()
  await removeIdentity(tx, identity)
  if (identity.provider === 'email') {
    await removePassword(tx, user.id, now)
    await voidOneTimeTokens(tx, user.id)
  }
  await deriveProviders(tx, user.id, now)
  await noteSecurityEvent(tx, ctx, { userId: user.id, action: 'identity_unlinked', sessionId: session.id, call })
  await putNotice(tx, ctx, user, 'identity_unlinked')
  return { userId: user.id, provider: identity.provider }
}
