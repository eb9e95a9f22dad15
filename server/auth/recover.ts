import { callLimits } from './protocol/address-limits.ts'
import { refuse } from './protocol/auth-error.ts'
import { answerJson, authRoute } from './protocol/auth-route.ts'
import { optionalText, readBody } from './protocol/read-body.ts'
import { challengeOf, requestLink, requireEmail } from './one-time/request-link.ts'

const Recover = { email: optionalText, code_challenge: optionalText, code_challenge_method: optionalText }

/** Mails a link to choose a new password, where there is such an account; the answer is the same where there is none. */
export const recover = authRoute({
  method: 'POST',
  path: '/recover',
  limit: callLimits.recover,
  async handle(ctx, call) {
    const input = readBody(call.body, Recover)
    if (!input.email) refuse(400, 'validation_failed', 'Password recovery requires an email')
    const email = requireEmail(input.email)
    await requestLink(ctx, call, { purposes: ['recovery'], group: 'recovery', email, challenge: challengeOf(input) })
    return answerJson({})
  },
})
