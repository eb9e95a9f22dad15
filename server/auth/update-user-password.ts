import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { putEmail } from '../emails/put-email.ts'
import type { RawCall } from '../http/route.ts'
import { noteSecurityEvent } from './audit/note-security-event.ts'
import { deriveProviders } from './identities/queries.ts'
import { noteAddressShown } from './one-time/confirm-queries.ts'
import { voidOneTimeTokens } from './one-time/queries.ts'
import { throughHashGate } from './passwords/hash-gate.ts'
import { refuse } from './protocol/auth-error.ts'
import { addEmailIdentity, identitiesOf, passwordHashOf, replacePassword, type User } from './queries.ts'
import type { FirstStep } from '../../contract/fresh-proof.ts'
import { endSessions, type Session } from './sessions/queries.ts'
import { dropEmailChange, removeFlowsOf } from './update-user-queries.ts'

/** To be called for people who have proved who they are: it tells whether this is their password. */
export async function hashOtherPassword(
  ctx: Pick<Context, 'db' | 'passwords'>,
  userId: string,
  password: string,
): Promise<string> {
  const stored = await ctx.db.asAccounts((tx) => passwordHashOf(tx, userId))
  if (stored && (await throughHashGate(() => ctx.passwords.isRight(stored, password)))) {
    refuse(422, 'same_password', 'New password should be different from the old password.')
  }
  return ctx.passwords.hash(password)
}

/** First steps that nobody takes without the mailbox. */
const byMailbox: ReadonlySet<string> = new Set<FirstStep>(['recovery', 'magiclink', 'otp', 'email_change'])

interface NewPassword {
  user: User
  /** The one that asked; it alone goes on. */
  session: Pick<Session, 'id' | 'amr'>
  passwordHash: string
  call: Pick<RawCall, 'request' | 'ip'>
}

/**
 * Whoever came in by the old password is out: other sessions, links, codes, flows and a change of address that waits end with it, and
 * the owner is told (security checklist B6). For an account without a password it is the first, and one more way to sign in.
 * @returns the ids of the sessions that ended
 */
export async function changePassword(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { user, session, passwordHash, call }: NewPassword,
): Promise<string[]> {
  const now = ctx.clock.now()
  await replacePassword(tx, user.id, passwordHash, now)
  // Now nothing is left of whoever may have signed up with an address that is not theirs.
  if (session.amr.some(({ method }) => byMailbox.has(method))) await noteAddressShown(tx, user.id)
  const hasIdentity = (await identitiesOf(tx, user.id)).some(({ provider }) => provider === 'email')
  const data = { sub: user.id, email: user.email, email_verified: true, phone_verified: false }
  if (!hasIdentity) {
    await addEmailIdentity(tx, user.id, data, now)
    await deriveProviders(tx, user.id, now)
  }
  await voidOneTimeTokens(tx, user.id)
  await removeFlowsOf(tx, user.id)
  await dropEmailChange(tx, user.id, now)
  await noteSecurityEvent(tx, ctx, { userId: user.id, action: 'password_changed', sessionId: session.id, call })
  await putEmail(tx, ctx, {
    kind: 'account-notice',
    payload: { notice: 'password_changed', email: user.email, at: now.toISOString() },
    userId: user.id,
  })
  return endSessions(tx, { userId: user.id, sessionId: session.id, scope: 'others' })
}
