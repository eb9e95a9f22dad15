import { z } from 'zod'
import type { Context } from '../context.ts'
import { checkNewPassword } from './passwords/password-rules.ts'
import { throughHashGate } from './passwords/hash-gate.ts'
import { hashPassword, isPassword } from './passwords/password-hash.ts'
import { refuse } from './protocol/auth-error.ts'
import { answerJson, authRoute, perFiveMinutes } from './protocol/auth-route.ts'
import { normalizeEmail } from './protocol/email.ts'
import { presentUser } from './protocol/present-user.ts'
import { metadata, optionalText, readBody } from './protocol/read-body.ts'
import { identitiesOf, lockUser, passwordHashOf, replacePassword, replaceUserMetadata } from './queries.ts'
import { isFresh } from './sessions/fresh-proof.ts'
import { endSessions } from './sessions/queries.ts'
import { requireSession, type SignedIn } from './sessions/require-session.ts'
import { mergeMetadata } from './user-metadata.ts'

const Change = {
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  app_metadata: z.unknown().optional(),
}

export const updateUser = authRoute({
  method: 'PUT',
  path: '/user',
  limit: perFiveMinutes(30),
  async handle(ctx, { request, body }) {
    const signedIn = await ctx.db.asAccounts((tx) => requireSession(tx, ctx, request.headers))
    const change = readBody(body, Change)
    if (change.app_metadata !== undefined && change.app_metadata !== null) {
      refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges')
    }
    if (change.phone) refuse(400, 'phone_provider_disabled', 'Phone numbers are disabled')
    refuseNewEmail(signedIn, change.email)
    const passwordHash = change.password ? await hashNewPassword(ctx, signedIn, change.password) : null

    const { answer, ended } = await ctx.db.asAccounts(async (tx) => {
      // Again and in this transaction: the hashing took its time, and the session may have ended meanwhile.
      const { session } = await requireSession(tx, ctx, request.headers)
      const user = await lockUser(tx, session.user_id)
      if (!user) refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist')
      const now = ctx.clock.now()
      if (passwordHash) await replacePassword(tx, user.id, passwordHash, now)
      const ended = passwordHash
        ? await endSessions(tx, { userId: user.id, sessionId: session.id, scope: 'others' })
        : []
      const merged = mergeMetadata(user.raw_user_meta_data, change.data ?? {})
      const changed = await replaceUserMetadata(tx, user.id, merged, now)
      return { answer: presentUser(changed, await identitiesOf(tx, user.id)), ended }
    })
    ctx.access.forget(ended)
    if (passwordHash) ctx.events.passwordChanged({ userId: signedIn.user.id })
    return answerJson(answer)
  },
})

/** A new address has to be confirmed from both mailboxes (security checklist B7); until e-mails are sent there is no way to do that. */
function refuseNewEmail({ user }: SignedIn, given: string): void {
  if (!given) return
  const email = normalizeEmail(given)
  if (!email) refuse(400, 'validation_failed', 'Unable to validate email address: invalid format')
  if (email === user.email) return
  refuse(
    422,
    'email_address_not_authorized',
    'Changing the address needs confirmation e-mails, which this server cannot send yet',
  )
}

async function hashNewPassword(ctx: Context, { user, session }: SignedIn, password: string): Promise<string> {
  if (!isFresh(session, ctx.clock.now())) {
    refuse(
      400,
      'reauthentication_needed',
      'Password update requires reauthentication: please sign in with your current password again',
    )
  }
  await checkNewPassword(password, user.email)
  const stored = await ctx.db.asAccounts((tx) => passwordHashOf(tx, user.id))
  if (stored && (await throughHashGate(() => isPassword(stored, password)))) {
    refuse(422, 'same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password)
}
