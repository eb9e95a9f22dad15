import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import { codeChallengeOf, requestLink, requireEmail } from '../tokens/request-link.ts'

const Recover = { email: optionalText, code_challenge: optionalText, code_challenge_method: optionalText }

/** Emails a password-reset link if the account exists. The response is the same if it does not. */
export const recover = authRoute({
  method: 'POST',
  path: '/recover',
  limit: routeLimits.recover,
  async handle(ctx, call) {
    const input = readBody(call.body, Recover)
    if (!input.email) refuse(400, 'validation_failed', 'Password recovery requires an email')
    const email = requireEmail(input.email)
    await requestLink(ctx, call, {
      purposes: ['recovery'],
      group: 'recovery',
      email,
      challenge: codeChallengeOf(input),
    })
    return jsonResponse({})
  },
})
