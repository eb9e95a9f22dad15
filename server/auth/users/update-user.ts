import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { requireMailServer } from '../emails/require-mail-server.ts'
import { requireLockedSession } from '../factors/require-locked-session.ts'
import { requireAal2IfEnrolled } from '../factors/require-aal2.ts'
import { readCodeChallenge, type CodeChallenge } from '../flows/code-challenge.ts'
import { redirectToOf } from '../flows/redirect-to.ts'
import { checkNewPassword } from '../passwords/password-rules.ts'
import { userResponse } from '../user-rows/user-response.ts'
import { routeLimits, limitEmailsTo } from '../protocol/auth-rate-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { normalizeEmail } from '../protocol/normalize-email.ts'
import { metadata, optionalText, readBody } from '../protocol/read-body.ts'
import { updateUserMetadata } from '../user-rows/user-queries.ts'
import { requireSession } from '../sessions/require-session.ts'
import { startEmailChange } from './update-user-email.ts'
import { changePassword, hashNewPassword } from './update-user-password.ts'
import { requireReauthentication } from './require-reauthentication.ts'
import { cancelEmailChange } from '../user-rows/update-user-queries.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'

const UserUpdate = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  data: metadata,
  app_metadata: z.unknown().optional(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** Updates the user's own account. A change of password or address requires reauthentication and, if enrolled, aal2. */
export const updateUser = authRoute({
  method: 'PUT',
  path: '/user',
  limit: routeLimits.updateUser,
  async handle(ctx, call) {
    const signedIn = await ctx.db.asAccounts((tx) => requireSession(tx, ctx, call.request.headers))
    const input = readBody(call.body, UserUpdate.shape)
    if (input.app_metadata !== undefined && input.app_metadata !== null) {
      refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges')
    }
    if (input.phone) refuse(400, 'phone_provider_disabled', 'Phone numbers are disabled')
    const challenge = readCodeChallenge(input.code_challenge, input.code_challenge_method)
    const { user } = signedIn
    const email = readEmail(input.email)
    const newEmail = email === user.email ? null : email
    if (newEmail) requireMailServer(ctx, 'emailChange')
    if (input.password) await checkNewPassword(input.password, user.email)

    if (input.password || newEmail) {
      await ctx.db.asAccounts((tx) => requireAal2IfEnrolled(tx, signedIn))
      const { nonce, current_password: currentPassword } = input
      await requireReauthentication(ctx, { signedIn, currentPassword, nonce, ip: call.ip })
    }
    const passwordHash = input.password ? await hashNewPassword(ctx, user.id, input.password) : null
    if (newEmail) for (const address of [user.email, newEmail]) await limitEmailsTo(ctx, 'email_change', address)

    const change = { passwordHash, newEmail, keepsEmail: email === user.email, challenge, data: input.data ?? {} }
    const { user: updated, ended } = await applyChange(ctx, call, change)
    ctx.access.evictSessions(ended)
    if (passwordHash) ctx.events.passwordChanged({ userId: user.id })
    return jsonResponse(updated)
  },
})

interface Change {
  passwordHash: string | null
  newEmail: string | null
  /** The current address was submitted, which cancels a pending change. */
  keepsEmail: boolean
  challenge: CodeChallenge | null
  data: NonNullable<z.output<typeof metadata>>
}

const applyChange = (ctx: Context, call: RawCall, { passwordHash, newEmail, keepsEmail, challenge, data }: Change) =>
  ctx.db.asAccounts(async (tx) => {
    // Check again in this transaction: the session may have ended while the password was hashed.
    const { user, session } = await requireLockedSession(tx, ctx, call.request.headers)
    const now = ctx.clock.now()
    const ended = passwordHash ? await changePassword(tx, ctx, { user, session, passwordHash, call }) : []
    if (keepsEmail) await cancelEmailChange(tx, user.id, now)
    if (newEmail) {
      const redirectTo = redirectToOf(ctx, call)
      await startEmailChange(tx, ctx, { user, newEmail, redirectTo, challenge, call })
    }
    const changed = await updateUserMetadata(tx, user.id, mergeMetadata(user.raw_user_meta_data, data), now)
    return { user: await userResponse(tx, changed), ended }
  })

/** @returns null if absent */
function readEmail(given: string): string | null {
  if (!given) return null
  return normalizeEmail(given) ?? refuse(400, 'validation_failed', 'Unable to validate email address: invalid format')
}
