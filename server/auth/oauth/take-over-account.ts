import { composeText } from '../../../contract/compose-text.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { identityDataOf } from '../users/identities/identity-data.ts'
import { attachIdentity, linkIdentity } from '../users/identities/link-identity.ts'
import { deleteSignInMethods } from '../user-rows/identity-queries.ts'
import { confirmEmail } from '../tokens/email-confirmation-queries.ts'
import { removeEarlierAccess } from '../tokens/remove-earlier-access.ts'
import { refuse } from '../protocol/auth-error.ts'
import { updateUserMetadata, type User } from '../user-rows/user-queries.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'
import { providerLabels } from './providers.ts'
import { noEffects, type ExternalSignIn, type AccountResolution } from './account-resolution.ts'

/**
 * Pre-hijacking: an attacker may have registered this address first. The owner takes over the account without any
 * earlier password, identity, factor or session.
 */
export async function takeOverUnconfirmedAccount(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  user: User,
  { provider, externalIdentity, call }: ExternalSignIn,
): Promise<AccountResolution> {
  const now = ctx.clock.now()
  await deleteSignInMethods(tx, user)
  await confirmEmail(tx, user.id, { keepPassword: false, now })
  // Keep the metadata that the operator set for an invited user.
  const metadata = user.invited_at ? user.raw_user_meta_data : mergeMetadata({}, identityDataOf(externalIdentity))
  const owned = await updateUserMetadata(tx, user.id, metadata, now)
  await attachIdentity(tx, ctx, { user: owned, provider, externalIdentity })
  await recordAuthEvent(tx, ctx, { userId: user.id, action: 'signed_up', call })
  const endedSessions = await endSessions(tx, { userId: user.id, scope: 'global' })
  return { kind: 'account', userId: user.id, effects: { signedUp: true, linked: true, endedSessions } }
}

/**
 * Pre-hijacking: without email confirmation an attacker may have registered this address first. A verified address of
 * the provider takes over the account and removes the password; the owner is notified. Refused if the account has a
 * verified factor, which a provider cannot replace.
 */
export async function takeOverAutoConfirmedAccount(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  user: User,
  { provider, externalIdentity, call }: ExternalSignIn,
): Promise<AccountResolution> {
  const endedSessions = await removeEarlierAccess(tx, ctx, user)
  if (!endedSessions) {
    const message = composeText(
      'There is an account with this email address. ' +
        'Please sign in to it, and connect {service} in your account settings.',
      { service: providerLabels[provider] },
    )
    refuse(422, 'email_exists', message)
  }
  await linkIdentity(tx, ctx, { user, provider, externalIdentity, call })
  return { kind: 'account', userId: user.id, effects: { ...noEffects, linked: true, endedSessions } }
}
