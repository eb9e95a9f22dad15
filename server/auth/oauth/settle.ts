import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import type { ProviderPerson, SignInProviderName } from '../../vendors/sign-in-provider.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { requireMailServer } from '../emails/require-mail-server.ts'
import { addressOf, identityDataOf } from '../identities/identity-data.ts'
import { attachIdentity, linkIdentity } from '../identities/link-identity.ts'
import { addIdentity, deriveProviders, identityBy, noteIdentityUse, removeWaysIn } from '../identities/queries.ts'
import { confirmAddress, lockUserByEmail } from '../one-time/confirm-queries.ts'
import { refuse } from '../protocol/auth-error.ts'
import { addUser, lockUser, replaceUserMetadata, type User } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { mergeMetadata } from '../user-metadata.ts'
import { takeInvitation } from './take-invitation.ts'
import { providerLabels } from './providers.ts'

interface Comer {
  provider: SignInProviderName
  person: ProviderPerson
  /** Of an invitation that the person came by. */
  inviteTokenHash: Buffer | null
  call: Pick<RawCall, 'request' | 'ip'>
}

/** What has been done, to be told once it is committed. */
export interface Effects {
  signedUp: boolean
  linked: boolean
  endedSessions: string[]
}

export type Settled =
  | { kind: 'account'; userId: string; effects: Effects }
  /** Nobody has shown yet that the address is theirs: nobody is signed in. */
  | { kind: 'unverified'; email: string }

const nothing: Effects = { signedUp: false, linked: false, endedSessions: [] }

/**
 * Whose account somebody from a provider comes to. The identity decides, never the address; an address that the provider vouches for
 * leads to the account with it, once, by linking the identity to that account. An address that it does not vouch for touches nobody's account.
 * @throws AuthError
 */
export async function settle(tx: Tx, ctx: Context, comer: Comer): Promise<Settled> {
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
  if (!isProven) return { kind: 'unverified', email }
  refuseBanned(ctx, owner)
  const userId = owner.id
  if (!owner.email_confirmed_at) return takeOver(tx, ctx, owner, comer)
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
  ctx: Context,
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
async function makeAccount(tx: Tx, ctx: Context, email: string, comer: Comer): Promise<Settled | null> {
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

/**
 * An account whose address nobody had ever shown to be theirs may have been laid out by a stranger, in wait for its owner. The owner
 * gets it without any way in that was there before: no password, no identity, no second step, no session.
 */
async function takeOver(tx: Tx, ctx: Context, user: User, { provider, person, call }: Comer): Promise<Settled> {
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

function refuseBanned({ clock }: Pick<Context, 'clock'>, { banned_until }: User): void {
  if (banned_until && banned_until > clock.now()) refuse(403, 'user_banned', 'User is banned')
}
