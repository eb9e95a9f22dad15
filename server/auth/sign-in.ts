import type { Context } from '../context.ts'
import type { RawCall } from '../http/route.ts'
import { checkPassword } from './passwords/check-password.ts'
import { isImpossible, weaknesses } from './passwords/password-rules.ts'
import { refuse } from './protocol/auth-error.ts'
import { answerJson } from './protocol/auth-route.ts'
import { normalizeEmail } from './protocol/email.ts'
import { optionalText, readBody } from './protocol/read-body.ts'
import { credentialsOf, lockUser, passwordHashOf, replacePassword, type User } from './queries.ts'
import { startSession } from './sessions/start-session.ts'
import { userAgentOf } from './sessions/user-agent.ts'

const Credentials = { email: optionalText, phone: optionalText, password: optionalText }

/**
 * A new session for the right password. Unknown address, wrong password, no password: one answer, after the same work (security
 * checklist B3). What else stands in the way is told only to those who know the password.
 */
export async function signIn(ctx: Context, call: RawCall): Promise<Response> {
  const input = readBody(call.body, Credentials)
  if (input.email && input.phone) {
    refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on login.')
  }
  if (input.phone) refuse(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!input.email) refuse(400, 'validation_failed', 'missing email or phone')
  const email = normalizeEmail(input.email)
  if (!email || isImpossible(input.password)) return refuseCredentials(ctx)

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
  refuseBarred(ctx, user)

  const renewed = ctx.passwords.isOutdated(passwordHash) ? await ctx.passwords.hash(input.password) : null
  const begun = await ctx.db.asAccounts(async (tx) => {
    // The check took its time: a password that was changed meanwhile opens nothing any more.
    const now = await lockUser(tx, user.id)
    if (!now || (await passwordHashOf(tx, user.id)) !== passwordHash) return null
    refuseBarred(ctx, now)
    if (renewed) await replacePassword(tx, user.id, renewed, ctx.clock.now())
    return startSession(tx, ctx, { userId: user.id, method: 'password', call })
  })
  if (!begun) return signIn(ctx, call)
  const { sessionId, answer } = begun
  ctx.events.signedIn({ userId: user.id, sessionId })
  const reasons = await weaknesses(input.password, email)
  const warning = { weak_password: { message: 'This password is easy to guess. Please change it.', reasons } }
  return answerJson(reasons.length > 0 ? { ...answer, ...warning } : answer)
}

function refuseCredentials(ctx: Pick<Context, 'events'>): never {
  ctx.events.signInRefused({ reason: 'invalid_credentials' })
  refuse(400, 'invalid_credentials', 'Invalid login credentials')
}

function refuseBarred(ctx: Pick<Context, 'config' | 'clock' | 'events'>, user: User): void {
  if (user.banned_until && user.banned_until > ctx.clock.now()) {
    ctx.events.signInRefused({ reason: 'user_banned' })
    refuse(400, 'user_banned', 'User is banned')
  }
  if (ctx.config.auth.confirmEmail && !user.email_confirmed_at) {
    ctx.events.signInRefused({ reason: 'email_not_confirmed' })
    refuse(400, 'email_not_confirmed', 'Email not confirmed')
  }
}
