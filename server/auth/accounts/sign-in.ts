import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { checkPassword } from '../passwords/check-password.ts'
import { isImpossiblePassword, passwordWeaknesses } from '../passwords/password-rules.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { normalizeEmail } from '../protocol/normalize-email.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import { credentialsOf, lockUser, passwordHashOf, updatePasswordHash, type User } from '../user-rows/user-queries.ts'
import { startSession } from '../sessions/start-session.ts'
import { userAgentOf } from '../audit-log/user-agent.ts'
import { isBanned, refuseBannedUser } from '../user-rows/refuse-banned-user.ts'

const Credentials = { email: optionalText, phone: optionalText, password: optionalText }

/**
 * `grant_type=password`: creates a session. An unknown address, a wrong password and an account without a password get
 * the same response after the same work, so neither reveals which addresses are known. A ban or an unconfirmed address
 * is reported only after the right password.
 */
export async function signIn(ctx: Context, call: RawCall): Promise<Response> {
  const input = readBody(call.body, Credentials)
  if (input.email && input.phone) {
    refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on login.')
  }
  if (input.phone) refuse(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!input.email) refuse(400, 'validation_failed', 'missing email or phone')
  const email = normalizeEmail(input.email)
  if (!email || isImpossiblePassword(input.password)) return refuseCredentials(ctx)

  const found = await ctx.db.asAccounts((tx) => credentialsOf(tx, email))
  const stored = found?.passwordHash ?? null
  const isRight = await checkPassword(ctx, {
    email,
    ip: call.ip,
    userAgent: userAgentOf(call.request),
    stored,
    password: input.password,
  })
  if (!found?.passwordHash || !isRight) return refuseCredentials(ctx)
  const { user, passwordHash } = found
  refuseBlockedUser(ctx, user)

  const renewed = ctx.passwords.needsRehash(passwordHash) ? await ctx.passwords.hash(input.password) : null
  const begun = await ctx.db.asAccounts(async (tx) => {
    // Check again under the lock: the password may have changed while it was verified.
    const now = await lockUser(tx, user.id)
    if (!now || (await passwordHashOf(tx, user.id)) !== passwordHash) return null
    refuseBlockedUser(ctx, now)
    if (renewed) await updatePasswordHash(tx, user.id, renewed, ctx.clock.now())
    return startSession(tx, ctx, { userId: user.id, method: 'password', call })
  })
  if (!begun) return signIn(ctx, call)
  const { sessionId, tokenResponse } = begun
  ctx.events.signedIn({ userId: user.id, sessionId })
  const reasons = await passwordWeaknesses(input.password, email)
  const warning = { weak_password: { message: 'This password is easy to guess. Please change it.', reasons } }
  return jsonResponse(reasons.length > 0 ? { ...tokenResponse, ...warning } : tokenResponse)
}

function refuseCredentials(ctx: Pick<Context, 'events'>): never {
  ctx.events.signInRefused({ reason: 'invalid_credentials' })
  refuse(400, 'invalid_credentials', 'Invalid login credentials')
}

function refuseBlockedUser(ctx: Pick<Context, 'config' | 'clock' | 'events'>, user: User): void {
  if (isBanned(ctx, user)) ctx.events.signInRefused({ reason: 'user_banned' })
  refuseBannedUser(ctx, user, 400)
  if (ctx.config.auth.confirmEmail && !user.email_confirmed_at) {
    ctx.events.signInRefused({ reason: 'email_not_confirmed' })
    refuse(400, 'email_not_confirmed', 'Email not confirmed')
  }
}
