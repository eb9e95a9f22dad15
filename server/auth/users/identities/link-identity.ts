import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { RawCall } from '../../../http/routing/route.ts'
import type { ExternalIdentity, SignInProviderName } from '../../../vendors/oauth/sign-in-provider.ts'
import { recordAuthEvent } from '../../audit-log/record-auth-event.ts'
import { enqueueAccountNotice } from '../../emails/enqueue-account-notice.ts'
import { refuse } from '../../protocol/auth-error.ts'
import { updateUserMetadata, type User } from '../../user-rows/user-queries.ts'
import { mergeMetadata } from '../../user-rows/user-metadata.ts'
import { identityDataOf } from './identity-data.ts'
import { insertIdentity, updateProviderMetadata, findIdentity } from '../../user-rows/identity-queries.ts'

interface Link {
  /** Locked by the caller. */
  user: User
  provider: SignInProviderName
  externalIdentity: ExternalIdentity
}

/**
 * Links an external identity to an account and notifies the owner.
 * @throws AuthError 422 `identity_already_exists`, which does not reveal the other account
 */
export async function linkIdentity(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  link: Link & { sessionId?: string; call: Pick<RawCall, 'request' | 'ip'> },
): Promise<void> {
  const { user, sessionId, call } = link
  await attachIdentity(tx, ctx, link)
  const at = sessionId === undefined ? {} : { sessionId }
  await recordAuthEvent(tx, ctx, { userId: user.id, action: 'identity_linked', ...at, call })
  await enqueueAccountNotice(tx, ctx, user, 'identity_linked')
}

/** As `linkIdentity`, without audit event and notice. */
export async function attachIdentity(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { user, provider, externalIdentity }: Link,
): Promise<void> {
  const now = clock.now()
  const data = identityDataOf(externalIdentity)
  const key = { provider, providerId: externalIdentity.id }
  if (!(await insertIdentity(tx, { ...key, userId: user.id, data, now }))) {
    const isOwn = (await findIdentity(tx, key))?.user_id === user.id
    const whose = isOwn ? 'Identity is already linked' : 'Identity is already linked to another user'
    refuse(422, 'identity_already_exists', whose)
  }
  await updateProviderMetadata(tx, user.id, now)
  await updateUserMetadata(tx, user.id, withProfileNames(user.raw_user_meta_data, data), now)
}

/** Adds the provider's names where the user has set none and the metadata has room. */
function withProfileNames(before: User['raw_user_meta_data'], { name, full_name }: ReturnType<typeof identityDataOf>) {
  const more = { ...(name && { name }), ...(full_name && { full_name }) }
  try {
    return mergeMetadata(more, mergeMetadata(before, {}))
  } catch {
    return before
  }
}
