import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import type { ProviderPerson, SignInProviderName } from '../../vendors/sign-in-provider.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { putNotice } from '../factors/put-notice.ts'
import { refuse } from '../protocol/auth-error.ts'
import { replaceUserMetadata, type User } from '../queries.ts'
import { mergeMetadata } from '../user-metadata.ts'
import { identityDataOf } from './identity-data.ts'
import { addIdentity, deriveProviders, identityBy } from './queries.ts'

interface Link {
  /** Locked by the caller. */
  user: User
  provider: SignInProviderName
  person: ProviderPerson
}

/**
 * One more way into an account, and its owner is told.
 * @throws AuthError 422 `identity_already_exists`, which does not say whose it is (security checklist C7)
 */
export async function linkIdentity(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  link: Link & { sessionId?: string; call: Pick<RawCall, 'request' | 'ip'> },
): Promise<void> {
  const { user, sessionId, call } = link
  await attachIdentity(tx, ctx, link)
  const at = sessionId === undefined ? {} : { sessionId }
  await noteSecurityEvent(tx, ctx, { userId: user.id, action: 'identity_linked', ...at, call })
  await putNotice(tx, ctx, user, 'identity_linked')
}

/** The same without a word to anybody. */
export async function attachIdentity(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { user, provider, person }: Link,
): Promise<void> {
  const now = clock.now()
  const data = identityDataOf(person)
  const key = { provider, providerId: person.id }
  if (!(await addIdentity(tx, { ...key, userId: user.id, data, now }))) {
    const isOwn = (await identityBy(tx, key))?.user_id === user.id
    const whose = isOwn ? 'Identity is already linked' : 'Identity is already linked to another user'
    refuse(422, 'identity_already_exists', whose)
  }
  await deriveProviders(tx, user.id, now)
  await replaceUserMetadata(tx, user.id, withMore(user.raw_user_meta_data, data), now)
}

/** What the account does not say of itself yet. What its owner wrote stays, and nothing is added that does not fit. */
function withMore(before: User['raw_user_meta_data'], { name, full_name }: ReturnType<typeof identityDataOf>) {
  const more = { ...(name && { name }), ...(full_name && { full_name }) }
  try {
    return mergeMetadata(more, mergeMetadata(before, {}))
  } catch {
    return before
  }
}
