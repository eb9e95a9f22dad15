import { randomUUID } from 'node:crypto'
import { answerJson, authRoute, perFiveMinutes } from './protocol/auth-route.ts'
import { refuse } from './protocol/auth-error.ts'
import { normalizeEmail } from './protocol/email.ts'
import { metadata, optionalText, readBody } from './protocol/read-body.ts'
import { checkNewPassword } from './passwords/password-rules.ts'
import { hashPassword } from './passwords/password-hash.ts'
import { addUserByEmail } from './queries.ts'
import { startSession } from './sessions/start-session.ts'
import { mergeMetadata } from './user-metadata.ts'

const SignUp = { email: optionalText, phone: optionalText, password: optionalText, data: metadata }

/**
 * An account with a confirmed address, signed in at once (decision 2). A taken address is told, as it is wherever nobody has to open
 * a link: the limit for each network address is what slows down who would collect addresses that way.
 */
export const signUp = authRoute({
  method: 'POST',
  path: '/signup',
  limit: perFiveMinutes(100),
  async handle(ctx, call) {
    const input = readBody(call.body, SignUp)
    if (input.email && input.phone) {
      refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on signup.')
    }
    if (input.phone) refuse(400, 'phone_provider_disabled', 'Phone signups are disabled')
    if (!input.email) refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!input.password) refuse(400, 'validation_failed', 'Signup requires a valid password')
    if (ctx.config.auth.confirmEmail) refuse(422, 'signup_disabled', confirmationMissing)
    const email = normalizeEmail(input.email)
    if (!email) refuse(400, 'validation_failed', 'Unable to validate email address: invalid format')
    await checkNewPassword(input.password, email)

    const passwordHash = await hashPassword(input.password)
    const id = randomUUID()
    const data = mergeMetadata({}, input.data ?? {})
    const { sessionId, answer } = await ctx.db.asAccounts(async (tx) => {
      const now = ctx.clock.now()
      const user = await addUserByEmail(tx, { id, email, passwordHash, confirmedAt: now, now }, data)
      if (!user) return refuse(422, 'user_already_exists', 'User already registered')
      return startSession(tx, ctx, { userId: id, method: 'password', call })
    })
    ctx.events.signedUp({ userId: id })
    ctx.events.signedIn({ userId: id, sessionId })
    return answerJson(answer)
  },
})

const confirmationMissing =
  'This server asks for confirmed e-mail addresses but cannot send the confirmation e-mail yet. Its operator must set AUTH_CONFIRM_EMAIL=false.'
