import { z } from 'zod'
import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { emailFlowLifetimeMs } from '../limits.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import type { CodeChallenge } from '../flows/code-challenge.ts'
import { insertFlowState } from '../flows/flow-state-queries.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import { revokeOneTimeTokens, type OneTimeToken } from '../tokens/one-time-token-queries.ts'
import { insertEmailIdentity, identitiesOf, lockUser, type User } from '../user-rows/user-queries.ts'
import { endSessions } from '../sessions/session-queries.ts'
import {
  isEmailTaken,
  recordEmailChangeConfirmation,
  saveEmailChange,
  updateEmail,
  updateIdentityData,
} from '../user-rows/update-user-queries.ts'

interface EmailChangeRequest {
  user: Pick<User, 'id' | 'email'>
  newEmail: string
  redirectTo: string
  /** Null in the implicit flow. */
  challenge: CodeChallenge | null
  call: Pick<RawCall, 'request' | 'ip'>
}

/**
 * Sends a confirmation email to both addresses; nothing changes before both have confirmed. Whether the new address is
 * taken is not checked here, because the response would reveal it (unlike GoTrue's `email_exists`). Its owner is
 * notified instead (`compose-change-email.ts`), and the change never completes.
 */
export async function startEmailChange(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  change: EmailChangeRequest,
): Promise<void> {
  const { user, newEmail, redirectTo, challenge, call } = change
  const now = ctx.clock.now()
  await saveEmailChange(tx, user.id, newEmail, now)
  const flowStateId =
    challenge &&
    (await insertFlowState(tx, {
      provider: 'email',
      user_id: user.id,
      authentication_method: 'email_change',
      ...challenge,
      redirect_to: redirectTo,
      created_at: now,
      expires_at: addMs(now, emailFlowLifetimeMs),
    }))
  for (const [purpose, email] of [
    ['email_change_current', user.email],
    ['email_change_new', newEmail],
  ] as const) {
    const payload = { purpose, email, userId: user.id, redirectTo, flowStateId, newAccount: null }
    await enqueueEmail(tx, ctx, { kind: 'account-link', payload, userId: user.id })
  }
  await recordAuthEvent(tx, ctx, { userId: user.id, action: 'email_change_requested', call })
}

type EmailChangeResult =
  /** The other address has not confirmed yet. */
  | { outcome: 'half' }
  /** The change was cancelled, or another user has taken the address. */
  | { outcome: 'gone' }
  /** `ended`: ids of ended sessions, which the caller evicts from `ctx.access` after the commit. */
  | { outcome: 'changed'; user: User; ended: string[] }

/**
 * Applies a consumed link or code of a change of address. The second confirmation changes the address, ends every
 * session, revokes all other one-time tokens and notifies the old address.
 */
export async function confirmEmailChange(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { token, call }: { token: OneTimeToken; call: Pick<RawCall, 'request' | 'ip'> },
): Promise<EmailChangeResult> {
  const now = ctx.clock.now()
  const user = await lockUser(tx, token.user_id)
  if (!user?.new_email) return { outcome: 'gone' }
  const half = token.purpose === 'email_change_current' ? 'current' : 'new'
  if (token.email !== (half === 'current' ? user.email : user.new_email)) return { outcome: 'gone' }
  const isOtherConfirmed = half === 'current' ? user.email_change_new_confirmed : user.email_change_current_confirmed
  if (!isOtherConfirmed) {
    await recordEmailChangeConfirmation(tx, user.id, half, now)
    return { outcome: 'half' }
  }
  if (await isEmailTaken(tx, user.new_email)) return { outcome: 'gone' }

  const changed = await applyNewEmail(tx, user, user.new_email, now)
  await revokeOneTimeTokens(tx, user.id)
  const ended = await endSessions(tx, { userId: user.id, scope: 'global' })
  await recordAuthEvent(tx, ctx, { userId: user.id, action: 'email_changed', call })
  await enqueueAccountNotice(tx, ctx, user, 'email_changed')
  // Stripe sends invoices to the new address.
  await ctx.jobs.enqueue(tx, 'sync-customer', { userId: user.id })
  return { outcome: 'changed', user: changed, ended }
}

/** Updates the address in the user row, the email identity and, as in GoTrue, the metadata. */
async function applyNewEmail(tx: Tx, user: User, email: string, now: Date): Promise<User> {
  const said = { email, email_verified: true }
  const identity = (await identitiesOf(tx, user.id)).find(({ provider }) => provider === 'email')
  if (identity) await updateIdentityData(tx, identity.id, { ...fieldsOf(identity.identity_data), ...said }, now)
  else await insertEmailIdentity(tx, user.id, { sub: user.id, ...said, phone_verified: false }, now)
  return updateEmail(tx, user.id, { email, metadata: { ...fieldsOf(user.raw_user_meta_data), ...said }, now })
}

const Fields = z.record(z.string(), z.json())
const fieldsOf = (value: JsonValue): Record<string, JsonValue> => Fields.parse(value)
