import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import { updateProviderMetadata } from '../user-rows/identity-queries.ts'
import { markEmailProven } from '../tokens/email-confirmation-queries.ts'
import { revokeOneTimeTokens } from '../tokens/one-time-token-queries.ts'
import { withHashSlot } from '../passwords/hash-slots.ts'
import { refuse } from '../protocol/auth-error.ts'
import {
  insertEmailIdentity,
  identitiesOf,
  passwordHashOf,
  updatePasswordHash,
  type User,
} from '../user-rows/user-queries.ts'
import type { FirstFactorMethod } from '../../../contract/recent-authentication.ts'
import { endSessions, type Session } from '../sessions/session-queries.ts'
import { cancelEmailChange, deleteFlowStatesOf } from '../user-rows/update-user-queries.ts'

/**
 * Hashes a new password and refuses the current one. Call it only for a reauthenticated user: the error `same_password`
 * confirms a guess of the current password.
 */
export async function hashNewPassword(
  ctx: Pick<Context, 'db' | 'passwords'>,
  userId: string,
  password: string,
): Promise<string> {
  const stored = await ctx.db.asAccounts((tx) => passwordHashOf(tx, userId))
  if (stored && (await withHashSlot(() => ctx.passwords.verify(stored, password)))) {
    refuse(422, 'same_password', 'New password should be different from the old password.')
  }
  return ctx.passwords.hash(password)
}

/** Authentication methods that prove access to the mailbox. */
const mailboxMethods: ReadonlySet<string> = new Set<FirstFactorMethod>(['recovery', 'magiclink', 'otp', 'email_change'])

interface NewPassword {
  user: User
  /** The session that changes the password; it is the only one that stays. */
  session: Pick<Session, 'id' | 'amr'>
  passwordHash: string
  call: Pick<RawCall, 'request' | 'ip'>
}

/**
 * Changes the password. An attacker who knew the old one loses access: other sessions, one-time tokens, flow states and
 * a pending change of address are deleted, and the owner is notified. For an account without a password this adds an
 * email identity.
 * @returns the ids of the ended sessions
 */
export async function changePassword(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { user, session, passwordHash, call }: NewPassword,
): Promise<string[]> {
  const now = ctx.clock.now()
  await updatePasswordHash(tx, user.id, passwordHash, now)
  // The user has proven the mailbox and replaced the password, so the address is no longer only auto-confirmed.
  if (session.amr.some(({ method }) => mailboxMethods.has(method))) await markEmailProven(tx, user.id)
  const hasIdentity = (await identitiesOf(tx, user.id)).some(({ provider }) => provider === 'email')
  const data = { sub: user.id, email: user.email, email_verified: true, phone_verified: false }
  if (!hasIdentity) {
    await insertEmailIdentity(tx, user.id, data, now)
    await updateProviderMetadata(tx, user.id, now)
  }
  await revokeOneTimeTokens(tx, user.id)
  await deleteFlowStatesOf(tx, user.id)
  await cancelEmailChange(tx, user.id, now)
  await recordAuthEvent(tx, ctx, { userId: user.id, action: 'password_changed', sessionId: session.id, call })
  await enqueueAccountNotice(tx, ctx, user, 'password_changed')
  return endSessions(tx, { userId: user.id, sessionId: session.id, scope: 'others' })
}
