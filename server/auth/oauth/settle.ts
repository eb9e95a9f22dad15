import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { requireMailServer } from '../emails/require-mail-server.ts'
import { addressOf, identityDataOf } from '../identities/identity-data.ts'
import { linkIdentity } from '../identities/link-identity.ts'
import { addIdentity, deriveProviders, identityBy, noteIdentityUse } from '../identities/queries.ts'
import { lockUserByEmail } from '../one-time/confirm-queries.ts'
import { refuse } from '../protocol/auth-error.ts'
import { addUser, lockUser, type User } from '../queries.ts'
import { mergeMetadata } from '../user-metadata.ts'
import { providerLabels } from './providers.ts'
import { nothing, type Comer, type Settled } from './settled.ts'
import { takeInvitation } from './take-invitation.ts'
import { takeOver, takeOverAssumed } from './take-over.ts'

/**
 * Whose account somebody from a provider comes to. The identity decides, never the address; an address that the provider vouches for
 * leads to the account with it, once, by linking the identity to that account. An address that it does not vouch for touches nobody's account.
 * @throws AuthError
 */
export async function settle(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'vendors' | 'sealer'>,
  comer: Comer,
): Promise<Settled> {
  const { provider, person } = comer
  const known = await lockOwner(tx, comer)
  if (known) return signInKnown(tx, ctx, known, comer)
  const email = addressOf(person)
  if (!email) {
    const name = providerLabels[provider]
    refuse(422, 'email_address_not_provided', `${name} did not tell us an email address, and an account needs one.`)
  }
  const invited = comer.inviteTokenHash && (await takeInvitation(tx, ctx, comer.inviteTokenHash, email))
  const isProven = person.emailVerified || Boolean(invited)
  const owner = invited || (await lockUserByEmail(tx, email))
  if (!owner) return (await makeAccount(tx, ctx, email, comer)) ?? settle(tx, ctx, comer)
  // While this one waited for the account, the same person may have come by another way.
  const knownNow = await lockOwner(tx, comer)
  if (knownNow) return signInKnown(tx, ctx, knownNow, comer)
  if (!isProven) return { kind: 'unverified', email }
  refuseBanned(ctx, owner)
  const userId = owner.id
  if (!owner.email_confirmed_at) return takeOver(tx, ctx, owner, comer)
  if (owner.email_assumed) return takeOverAssumed(tx, ctx, owner, comer)
  await linkIdentity(tx, ctx, { user: owner, provider, person, call: comer.call })
  return { kind: 'account', userId, effects: { ...nothing, linked: true } }
}

/** The account that has this identity, locked; looked at again once it is, as the identity may have been taken from it meanwhile. */
async function lockOwner(tx: Tx, { provider, person }: Comer) {
  const key = { provider, providerId: person.id }
  const found = await identityBy(tx, key)
  const user = found && (await lockUser(tx, found.user_id))
  const identity = user && (await identityBy(tx, key))
  return user && identity?.user_id === user.id ? { user, identity } : null
}

async function signInKnown(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { user, identity }: NonNullable<Awaited<ReturnType<typeof lockOwner>>>,
  comer: Comer,
): Promise<Settled> {
  const { person, inviteTokenHash } = comer
  refuseBanned(ctx, user)
  const now = ctx.clock.now()
  await noteIdentityUse(tx, identity.id, identityDataOf(person), now)
  const userId = user.id
  if (user.email_confirmed_at) return { kind: 'account', userId, effects: nothing }
  const isSameAddress = addressOf(person) === user.email
  const invited = inviteTokenHash && (await takeInvitation(tx, ctx, inviteTokenHash, user.email))
  if (!invited && !(person.emailVerified && isSameAddress)) return { kind: 'unverified', email: user.email }
  return takeOver(tx, ctx, user, comer)
}

/** @returns null where somebody else took the address at the same moment */
async function makeAccount(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'vendors'>,
  email: string,
  comer: Comer,
): Promise<Settled | null> {
  const { provider, person, call } = comer
  const now = ctx.clock.now()
  const id = randomUUID()
  const data = identityDataOf(person)
  const confirmedAt = person.emailVerified ? now : null
  if (!confirmedAt) requireMailServer(ctx)
  const metadata = mergeMetadata({}, data)
  if (!(await addUser(tx, { id, email, passwordHash: null, metadata, confirmedAt, now }))) return null
  const isAdded = await addIdentity(tx, { userId: id, provider, providerId: person.id, data, now })
  // The same person at the same moment with another address: only one account is made.
  if (!isAdded) refuse(409, 'conflict', 'This sign-in is under way elsewhere. Please try again.')
  await deriveProviders(tx, id, now)
  if (!confirmedAt) return { kind: 'unverified', email }
  await noteSecurityEvent(tx, ctx, { userId: id, action: 'signed_up', call })
  return { kind: 'account', userId: id, effects: { ...nothing, signedUp: true } }
}

function refuseBanned({ clock }: Pick<Context, 'clock'>, { banned_until }: User): void {
  if (banned_until && banned_until > clock.now()) refuse(403, 'user_banned', 'User is banned')
}
