import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { JsonValue } from '../db/rows.ts'
import type { RawCall } from '../http/route.ts'
import { noteSecurityEvent } from './audit/note-security-event.ts'
import { requireMailServer } from './emails/require-mail-server.ts'
import type { CodeChallenge } from './flows/code-challenge.ts'
import { removeUnconfirmed } from './one-time/confirm-queries.ts'
import { challengeOf, requestLink, requireEmail } from './one-time/request-link.ts'
import { checkNewPassword } from './passwords/password-rules.ts'
import { callLimits } from './protocol/address-limits.ts'
import { refuse } from './protocol/auth-error.ts'
import { answerJson, authRoute } from './protocol/auth-route.ts'
import { metadata, optionalText, readBody } from './protocol/read-body.ts'
import { addUserByEmail } from './queries.ts'
import { startSession } from './sessions/start-session.ts'
import { presentNobody } from './sign-up-answer.ts'
import { mergeMetadata } from './user-metadata.ts'

const SignUp = {
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
}

interface NewAccount {
  email: string
  password: string
  data: Record<string, JsonValue>
  challenge: CodeChallenge | null
}

/** An account by address and password: signed in at once, or, where the operator wants addresses confirmed, by the link of an e-mail. */
export const signUp = authRoute({
  method: 'POST',
  path: '/signup',
  limit: callLimits.signUp,
  async handle(ctx, call) {
    const input = readBody(call.body, SignUp)
    if (input.email && input.phone) {
      refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on signup.')
    }
    if (input.phone) refuse(400, 'phone_provider_disabled', 'Phone signups are disabled')
    if (!input.email) refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!input.password) refuse(400, 'validation_failed', 'Signup requires a valid password')
    const email = requireEmail(input.email)
    const challenge = challengeOf(input)
    await checkNewPassword(input.password, email)
    const account = { email, password: input.password, data: mergeMetadata({}, input.data ?? {}), challenge }
    return ctx.config.auth.confirmEmail ? signUpByLink(ctx, call, account) : signUpAtOnce(ctx, call, account)
  },
})

/**
 * A taken address is told, as it is wherever nobody has to open a link (decision 2): the limit for each network address is what slows
 * down who would collect addresses that way.
 */
async function signUpAtOnce(ctx: Context, call: RawCall, { email, password, data }: NewAccount): Promise<Response> {
  const passwordHash = await ctx.passwords.hash(password)
  const id = randomUUID()
  const { sessionId, answer } = await ctx.db.asAccounts(async (tx) => {
    const now = ctx.clock.now()
    await removeUnconfirmed(tx, email)
    const user = await addUserByEmail(tx, { id, email, passwordHash, confirmedAt: now, isAssumed: true, now }, data)
    if (!user) return refuse(422, 'user_already_exists', 'User already registered')
    await noteSecurityEvent(tx, ctx, { userId: id, action: 'signed_up', call })
    return startSession(tx, ctx, { userId: id, method: 'password', call })
  })
  ctx.events.signedUp({ userId: id })
  ctx.events.signedIn({ userId: id, sessionId })
  return answerJson(answer)
}

/**
 * The account is made when the e-mail goes out. Whoever has the address already is told there, and the caller hears the same in the
 * same time, so that this tells nothing about who has an account (security checklist B3).
 */
async function signUpByLink(ctx: Context, call: RawCall, account: NewAccount): Promise<Response> {
  requireMailServer(ctx)
  const { email, data, challenge } = account
  const id = randomUUID()
  const newAccount = { id, passwordHash: await ctx.passwords.hash(account.password), metadata: data }
  await requestLink(ctx, call, { purposes: ['signup'], group: 'confirmation', email, challenge, newAccount })
  return answerJson(presentNobody({ id, email, data, now: ctx.clock.now() }))
}
