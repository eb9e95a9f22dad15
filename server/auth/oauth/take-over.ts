import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { identityDataOf } from '../identities/identity-data.ts'
import { attachIdentity, linkIdentity } from '../identities/link-identity.ts'
import { removeWaysIn } from '../identities/queries.ts'
import { confirmAddress } from '../one-time/confirm-queries.ts'
import { forgetAssumed } from '../one-time/forget-assumed.ts'
import { refuse } from '../protocol/auth-error.ts'
import { replaceUserMetadata, type User } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { mergeMetadata } from '../user-metadata.ts'
import { providerLabels } from './providers.ts'
import { nothing, type Comer, type Settled } from './settled.ts'

/**
 * An account whose address nobody had ever shown to be theirs may have been laid out by a stranger, in wait for its owner. The owner
 * gets it without any way in that was there before: no password, no identity, no second step, no session.
 */
export async function takeOver(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  user: User,
  { provider, person, call }: Comer,
): Promise<Settled> {
  const now = ctx.clock.now()
  await removeWaysIn(tx, user)
  await confirmAddress(tx, user.id, { keepPassword: false, now })
  // What the operator wrote into an account that they made for somebody stays.
  const metadata = user.invited_at ? user.raw_user_meta_data : mergeMetadata({}, identityDataOf(person))
  const owned = await replaceUserMetadata(tx, user.id, metadata, now)
  await attachIdentity(tx, ctx, { user: owned, provider, person })
  await noteSecurityEvent(tx, ctx, { userId: user.id, action: 'signed_up', call })
  const endedSessions = await endSessions(tx, { userId: user.id, scope: 'global' })
  return { kind: 'account', userId: user.id, effects: { signedUp: true, linked: true, endedSessions } }
}

/**
 * Where sign-up asks for no confirmation, a stranger may have signed up with the address. Whoever comes with the provider's word that it
 * is theirs gets the account, and the password of before no longer opens it; a person who had chosen it is told so, and can choose
 * another. Who has set up a second step must come by that way instead: no provider may stand in for it.
 */
export async function takeOverAssumed(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  user: User,
  { provider, person, call }: Comer,
): Promise<Settled> {
  const endedSessions = await forgetAssumed(tx, ctx, user)
  if (!endedSessions) {
    const name = providerLabels[provider]
    const message = `There is an account with this email address. Please sign in to it, and connect ${name} in your account settings.`
    refuse(422, 'email_exists', message)
  }
  await linkIdentity(tx, ctx, { user, provider, person, call })
  return { kind: 'account', userId: user.id, effects: { ...nothing, linked: true, endedSessions } }
}
