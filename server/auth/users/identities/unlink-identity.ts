import { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { RawCall } from '../../../http/routing/route.ts'
import { recordAuthEvent } from '../../audit-log/record-auth-event.ts'
import { requireLockedSession } from '../../factors/require-locked-session.ts'
import { enqueueAccountNotice } from '../../emails/enqueue-account-notice.ts'
import { revokeOneTimeTokens } from '../../tokens/one-time-token-queries.ts'
import { routeLimits } from '../../protocol/auth-rate-limits.ts'
import { refuse } from '../../protocol/auth-error.ts'
import { jsonResponse, authRoute } from '../../protocol/auth-route.ts'
import { identitiesOf } from '../../user-rows/user-queries.ts'
import { updateProviderMetadata, deleteIdentity, clearPassword } from '../../user-rows/identity-queries.ts'
import { requireReauthenticatedSession } from './require-reauthenticated-session.ts'

/**
 * `DELETE /user/identities/{id}`: unlinks an identity, but never the last one. Unlinking `email` removes the password.
 */
export const unlinkIdentity = authRoute({
  method: 'DELETE',
  path: '/user/identities/:id',
  limit: routeLimits.updateUser,
  async handle(ctx, call) {
    const id = z.uuid().safeParse(call.params['id'])
    await requireReauthenticatedSession(ctx, call)
    if (!id.success) refuse(404, 'validation_failed', 'identity_id must be an UUID')
    const unlinked = await ctx.db.asAccounts((tx) => unlinkLocked(tx, ctx, call, id.data))
    ctx.events.identityUnlinked(unlinked)
    return jsonResponse({})
  },
})

/** With the user row locked: two concurrent requests could otherwise unlink the last two identities. */
async function unlinkLocked(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'jobs' | 'sealer' | 'access'>,
  call: RawCall,
  id: string,
) {
  const { user, session } = await requireLockedSession(tx, ctx, call.request.headers)
  const identities = await identitiesOf(tx, user.id)
  if (identities.length <= 1) {
    refuse(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
  }
  const identity = identities.find((each) => each.id === id)
  if (!identity) refuse(422, 'identity_not_found', "Identity doesn't exist")
  const now = ctx.clock.now()
  await deleteIdentity(tx, identity)
  if (identity.provider === 'email') {
    await clearPassword(tx, user.id, now)
    await revokeOneTimeTokens(tx, user.id)
  }
  await updateProviderMetadata(tx, user.id, now)
  await recordAuthEvent(tx, ctx, { userId: user.id, action: 'identity_unlinked', sessionId: session.id, call })
  await enqueueAccountNotice(tx, ctx, user, 'identity_unlinked')
  return { userId: user.id, provider: identity.provider }
}
