import { z } from 'zod'
import { later, hours } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { JsonValue } from '../db/rows.ts'
import { putEmail } from '../emails/put-email.ts'
import type { RawCall } from '../http/route.ts'
import { noteSecurityEvent } from './audit/note-security-event.ts'
import type { CodeChallenge } from './flows/code-challenge.ts'
import { addFlowState } from './flows/queries.ts'
import { voidOneTimeTokens, type OneTimeToken } from './one-time/queries.ts'
import { addEmailIdentity, identitiesOf, lockUser, type User } from './queries.ts'
import { endSessions } from './sessions/queries.ts'
import {
  isAddressTaken,
  noteHalfOfEmailChange,
  putEmailChange,
  replaceAddress,
  replaceIdentityData,
} from './update-user-queries.ts'

/** Both e-mails wait at most an hour, and their links are good for another: only then nobody can come back to the flow. */
const flowMs = hours(3)

interface Wish {
  user: Pick<User, 'id' | 'email'>
  newEmail: string
  redirectTo: string
  /** Null where the flow is implicit. */
  challenge: CodeChallenge | null
  call: Pick<RawCall, 'request' | 'ip'>
}

/**
 * Writes to both mailboxes; nothing changes before both have confirmed (security checklist B7). Whether the new address is somebody's
 * already is not looked up here: it would be told to whoever asks (B3, against the protocol's `email_exists`). Its owner hears of it
 * instead (`compose-change.ts`), and the change never completes.
 */
export async function startEmailChange(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  wish: Wish,
): Promise<void> {
  const { user, newEmail, redirectTo, challenge, call } = wish
  const now = ctx.clock.now()
  await putEmailChange(tx, user.id, newEmail, now)
  const flowStateId =
    challenge &&
    (await addFlowState(tx, {
      provider: 'email',
      user_id: user.id,
      authentication_method: 'email_change',
      ...challenge,
      redirect_to: redirectTo,
      created_at: now,
      expires_at: later(now, flowMs),
    }))
  for (const [purpose, email] of [
    ['email_change_current', user.email],
    ['email_change_new', newEmail],
  ] as const) {
    const payload = { purpose, email, userId: user.id, redirectTo, flowStateId, newAccount: null }
    await putEmail(tx, ctx, { kind: 'account-link', payload, userId: user.id })
  }
  await noteSecurityEvent(tx, ctx, { userId: user.id, action: 'email_change_requested', call })
}

export type ConfirmedChange =
  /** The other mailbox has still to confirm. */
  | { outcome: 'half' }
  /** It was taken back, or somebody else has the address by now. */
  | { outcome: 'gone' }
  /** `ended`: sessions that are over; the caller lets `ctx.access` forget them after the commit. */
  | { outcome: 'changed'; user: User; ended: string[] }

/**
 * What a link or code does that was sent for a change of address, once it has been used. The second of the two changes it, ends every
 * session, voids what else was sent, and tells the old mailbox (security checklist B6).
 */
export async function confirmEmailChange(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { token, call }: { token: OneTimeToken; call: Pick<RawCall, 'request' | 'ip'> },
): Promise<ConfirmedChange> {
  const now = ctx.clock.now()
  const user = await lockUser(tx, token.user_id)
  if (!user?.new_email) return { outcome: 'gone' }
  const half = token.purpose === 'email_change_current' ? 'current' : 'new'
  if (token.email !== (half === 'current' ? user.email : user.new_email)) return { outcome: 'gone' }
  const otherIsIn = half === 'current' ? user.email_change_new_confirmed : user.email_change_current_confirmed
  if (!otherIsIn) {
    await noteHalfOfEmailChange(tx, user.id, half, now)
    return { outcome: 'half' }
  }
  if (await isAddressTaken(tx, user.new_email)) return { outcome: 'gone' }

  const changed = await moveTo(tx, user, user.new_email, now)
  await voidOneTimeTokens(tx, user.id)
  const ended = await endSessions(tx, { userId: user.id, scope: 'global' })
  await noteSecurityEvent(tx, ctx, { userId: user.id, action: 'email_changed', call })
  await putEmail(tx, ctx, {
    kind: 'account-notice',
    payload: { notice: 'email_changed', email: user.email, at: now.toISOString() },
    userId: user.id,
  })
  // Invoices go to the new address, too.
  await ctx.jobs.enqueue(tx, 'sync-customer', { userId: user.id })
  return { outcome: 'changed', user: changed, ended }
}

/** The address stands in the account, in its e-mail identity and, as the protocol has it, in the metadata. */
async function moveTo(tx: Tx, user: User, email: string, now: Date): Promise<User> {
  const said = { email, email_verified: true }
  const identity = (await identitiesOf(tx, user.id)).find(({ provider }) => provider === 'email')
  if (identity) await replaceIdentityData(tx, identity.id, { ...fieldsOf(identity.identity_data), ...said }, now)
  else await addEmailIdentity(tx, user.id, { sub: user.id, ...said, phone_verified: false }, now)
  return replaceAddress(tx, user.id, { email, metadata: { ...fieldsOf(user.raw_user_meta_data), ...said }, now })
}

const Fields = z.record(z.string(), z.json())
const fieldsOf = (value: JsonValue): Record<string, JsonValue> => Fields.parse(value)
