import { randomUUID } from 'node:crypto'
import { composeText } from '../../../contract/compose-text.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { requireMailServer } from '../emails/require-mail-server.ts'
import { addressOf, identityDataOf } from '../users/identities/identity-data.ts'
import { linkIdentity } from '../users/identities/link-identity.ts'
import {
  insertIdentity,
  updateProviderMetadata,
  findIdentity,
  recordIdentityUse,
} from '../user-rows/identity-queries.ts'
import { lockUserByEmail } from '../tokens/email-confirmation-queries.ts'
import { refuse } from '../protocol/auth-error.ts'
import { insertUser, lockUser, type User } from '../user-rows/user-queries.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'
import { providerLabels } from './providers.ts'
import { noEffects, type ExternalSignIn, type AccountResolution } from './account-resolution.ts'
import { takeOverUnconfirmedAccount, takeOverAutoConfirmedAccount } from './take-over-account.ts'
import { requireOpenSignUp } from '../accounts/require-open-sign-up.ts'
import { refuseBannedUser } from '../user-rows/refuse-banned-user.ts'
import { lockTokenByHash, deleteOneTimeToken } from '../tokens/one-time-token-queries.ts'

/**
 * Resolves an external identity to a local account. A linked identity decides, never the address. A verified address
 * links the identity to the account with that address, once; an unverified address changes no account.
 * @throws AuthError
 */
export async function resolveAccount(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'config' | 'jobs' | 'vendors' | 'sealer'>,
  signIn: ExternalSignIn,
): Promise<AccountResolution> {
  const { provider, externalIdentity } = signIn
  const linked = await lockOwner(tx, signIn)
  if (linked) return signInLinked(tx, ctx, linked, signIn)
  const email = addressOf(externalIdentity)
  if (!email) {
    const message = composeText('{service} gave no email address, and an account needs one.', {
      service: providerLabels[provider],
    })
    refuse(422, 'email_address_not_provided', message)
  }
  const invited = signIn.inviteTokenHash && (await consumeInvitation(tx, ctx, signIn.inviteTokenHash, email))
  const isProven = externalIdentity.emailVerified || Boolean(invited)
  const owner = invited || (await lockUserByEmail(tx, email))
  if (!owner) return (await createAccount(tx, ctx, email, signIn)) ?? resolveAccount(tx, ctx, signIn)
  // A concurrent request may have linked the identity while this one waited for the lock.
  const linkedNow = await lockOwner(tx, signIn)
  if (linkedNow) return signInLinked(tx, ctx, linkedNow, signIn)
  if (!isProven) return { kind: 'unverified', email }
  refuseBannedUser(ctx, owner)
  const userId = owner.id
  if (!owner.email_confirmed_at) return takeOverUnconfirmedAccount(tx, ctx, owner, signIn)
  if (owner.email_auto_confirmed) return takeOverAutoConfirmedAccount(tx, ctx, owner, signIn)
  await linkIdentity(tx, ctx, { user: owner, provider, externalIdentity, call: signIn.call })
  return { kind: 'account', userId, effects: { ...noEffects, linked: true } }
}

/** Locks the account of this identity and reads the identity again, because it may have been unlinked meanwhile. */
async function lockOwner(tx: Tx, { provider, externalIdentity }: ExternalSignIn) {
  const key = { provider, providerId: externalIdentity.id }
  const found = await findIdentity(tx, key)
  const user = found && (await lockUser(tx, found.user_id))
  const identity = user && (await findIdentity(tx, key))
  return user && identity?.user_id === user.id ? { user, identity } : null
}

async function signInLinked(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { user, identity }: NonNullable<Awaited<ReturnType<typeof lockOwner>>>,
  signIn: ExternalSignIn,
): Promise<AccountResolution> {
  const { externalIdentity, inviteTokenHash } = signIn
  refuseBannedUser(ctx, user)
  const now = ctx.clock.now()
  await recordIdentityUse(tx, identity.id, identityDataOf(externalIdentity), now)
  const userId = user.id
  if (user.email_confirmed_at) return { kind: 'account', userId, effects: noEffects }
  const isSameAddress = addressOf(externalIdentity) === user.email
  const invited = inviteTokenHash && (await consumeInvitation(tx, ctx, inviteTokenHash, user.email))
  if (!invited && !(externalIdentity.emailVerified && isSameAddress)) return { kind: 'unverified', email: user.email }
  return takeOverUnconfirmedAccount(tx, ctx, user, signIn)
}

/** @returns null when a concurrent request took the address */
async function createAccount(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'config' | 'vendors'>,
  email: string,
  signIn: ExternalSignIn,
): Promise<AccountResolution | null> {
  requireOpenSignUp(ctx)
  const { provider, externalIdentity, call } = signIn
  const now = ctx.clock.now()
  const id = randomUUID()
  const data = identityDataOf(externalIdentity)
  const confirmedAt = externalIdentity.emailVerified ? now : null
  if (!confirmedAt) requireMailServer(ctx, 'signUp')
  const metadata = mergeMetadata({}, data)
  if (!(await insertUser(tx, { id, email, passwordHash: null, metadata, confirmedAt, now }))) return null
  const isAdded = await insertIdentity(tx, { userId: id, provider, providerId: externalIdentity.id, data, now })
  // A concurrent sign-in with the same identity and another address created its account first.
  if (!isAdded) refuse(409, 'conflict', 'This sign-in is under way elsewhere. Please try again.')
  await updateProviderMetadata(tx, id, now)
  if (!confirmedAt) return { kind: 'unverified', email }
  await recordAuthEvent(tx, ctx, { userId: id, action: 'signed_up', call })
  return { kind: 'account', userId: id, effects: { ...noEffects, signedUp: true } }
}

/**
 * Consumes an invitation with which the user signs in with a provider. It was sent to the mailbox, so it proves the
 * address even if the provider has not verified it.
 * @param email the provider's address, which must match the invitation
 * @throws AuthError 404 `user_not_found`, 400 `validation_failed`
 */
async function consumeInvitation(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  tokenHash: Buffer,
  email: string,
): Promise<User> {
  const token = await lockTokenByHash(tx, tokenHash)
  const isInvitation = token?.purpose === 'invite' && token.expires_at > clock.now()
  const user = isInvitation ? await lockUser(tx, token.user_id) : undefined
  if (!token || !user || user.deleted_at) refuse(404, 'user_not_found', 'User identified by token not found')
  if (user.email !== email)
    refuse(400, 'validation_failed', 'Invited email does not match emails from external provider')
  await deleteOneTimeToken(tx, token.id)
  return user
}
