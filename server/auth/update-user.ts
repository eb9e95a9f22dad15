import { z } from 'zod'
import type { Context } from '../context.ts'
import type { RawCall } from '../http/route.ts'
import { requireMailServer } from './emails/require-mail-server.ts'
import { holdSignedIn } from './factors/hold-signed-in.ts'
import { requireAal2IfEnrolled } from './factors/require-aal2.ts'
import { readCodeChallenge, type CodeChallenge } from './flows/code-challenge.ts'
import { redirectToOf } from './flows/redirect-to.ts'
import { checkNewPassword } from './passwords/password-rules.ts'
import { presentAccount } from './present-account.ts'
import { callLimits, pausePerAddress } from './protocol/address-limits.ts'
import { refuse } from './protocol/auth-error.ts'
import { answerJson, authRoute } from './protocol/auth-route.ts'
import { normalizeEmail } from './protocol/email.ts'
import { metadata, optionalText, readBody } from './protocol/read-body.ts'
import { replaceUserMetadata } from './queries.ts'
import { requireSession } from './sessions/require-session.ts'
import { startEmailChange } from './update-user-email.ts'
import { changePassword, hashOtherPassword } from './update-user-password.ts'
import { requireProof } from './update-user-proof.ts'
import { dropEmailChange } from './update-user-queries.ts'
import { mergeMetadata } from './user-metadata.ts'

const Asked = z.object({
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

/** What a person changes about their own account; password and address only with a fresh proof and, where it is on, the second step. */
export const updateUser = authRoute({
  method: 'PUT',
  path: '/user',
  limit: callLimits.updateUser,
  async handle(ctx, call) {
    const signedIn = await ctx.db.asAccounts((tx) => requireSession(tx, ctx, call.request.headers))
    const asked = readBody(call.body, Asked.shape)
    if (asked.app_metadata !== undefined && asked.app_metadata !== null) {
      refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges')
    }
    if (asked.phone) refuse(400, 'phone_provider_disabled', 'Phone numbers are disabled')
    const challenge = readCodeChallenge(asked.code_challenge, asked.code_challenge_method)
    const { user } = signedIn
    const email = readAddress(asked.email)
    const newEmail = email === user.email ? null : email
    if (newEmail) requireMailServer(ctx)
    if (asked.password) await checkNewPassword(asked.password, user.email)

    if (asked.password || newEmail) {
      await ctx.db.asAccounts((tx) => requireAal2IfEnrolled(tx, signedIn))
      const { nonce, current_password: currentPassword } = asked
      await requireProof(ctx, { signedIn, currentPassword, nonce, ip: call.ip })
    }
    const passwordHash = asked.password ? await hashOtherPassword(ctx, user.id, asked.password) : null
    if (newEmail) for (const address of [user.email, newEmail]) await pausePerAddress(ctx, 'email_change', address)

    const change = { passwordHash, newEmail, keepsEmail: email === user.email, challenge, data: asked.data ?? {} }
    const { answer, ended } = await apply(ctx, call, change)
    ctx.access.forget(ended)
    if (passwordHash) ctx.events.passwordChanged({ userId: user.id })
    return answerJson(answer)
  },
})

interface Change {
  passwordHash: string | null
  newEmail: string | null
  /** The address as it is now was given: whoever asks for it no longer wants the other one. */
  keepsEmail: boolean
  challenge: CodeChallenge | null
  data: NonNullable<z.output<typeof metadata>>
}

const apply = (ctx: Context, call: RawCall, { passwordHash, newEmail, keepsEmail, challenge, data }: Change) =>
  ctx.db.asAccounts(async (tx) => {
    // Again and in this transaction: the hashing took its time, and the session may have ended meanwhile.
    const { user, session } = await holdSignedIn(tx, ctx, call.request.headers)
    const now = ctx.clock.now()
    const ended = passwordHash ? await changePassword(tx, ctx, { user, session, passwordHash, call }) : []
    if (keepsEmail) await dropEmailChange(tx, user.id, now)
    if (newEmail) {
      const redirectTo = redirectToOf(ctx, call)
      await startEmailChange(tx, ctx, { user, newEmail, redirectTo, challenge, call })
    }
    const changed = await replaceUserMetadata(tx, user.id, mergeMetadata(user.raw_user_meta_data, data), now)
    return { answer: await presentAccount(tx, changed), ended }
  })

/** Null where none was given. */
function readAddress(given: string): string | null {
  if (!given) return null
  return normalizeEmail(given) ?? refuse(400, 'validation_failed', 'Unable to validate email address: invalid format')
}
