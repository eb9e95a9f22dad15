import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { codeChallengeOf, requestLink, requireEmail } from '../tokens/request-link.ts'
import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { metadata, optionalText, readBody } from '../protocol/read-body.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'

const Otp = {
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: z.boolean().nullish(),
  data: metadata,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
}

/**
 * Emails a sign-in link and a code. For an unknown address the account is created when the email is composed, or, with
 * `create_user: false`, nothing is sent. The response is the same in all cases: unlike GoTrue, it does not reveal
 * whether the address has an account.
 */
export const otp = authRoute({
  method: 'POST',
  path: '/otp',
  limit: routeLimits.otp,
  handle(ctx, call) {
    const input = readBody(call.body, Otp)
    if (input.email && input.phone) {
      refuse(400, 'validation_failed', 'Only an email address or phone number should be provided')
    }
    if (input.email && input.channel) {
      refuse(400, 'validation_failed', 'Channel should only be specified with Phone OTP')
    }
    if (input.phone) refuse(400, 'phone_provider_disabled', 'Unsupported phone provider')
    if (!input.email) refuse(400, 'validation_failed', 'One of email or phone must be set')
    return sendSignInEmail(ctx, call, input)
  },
})

/** The deprecated name of `/otp` for email. */
export const magicLink = authRoute({
  method: 'POST',
  path: '/magiclink',
  limit: routeLimits.magicLink,
  handle(ctx, call) {
    const input = readBody(call.body, Otp)
    if (!input.email) refuse(400, 'validation_failed', 'Sign-in by email requires an email')
    return sendSignInEmail(ctx, call, input)
  },
})

async function sendSignInEmail(
  ctx: Context,
  call: RawCall,
  input: z.output<z.ZodObject<typeof Otp>>,
): Promise<Response> {
  const email = requireEmail(input.email)
  const data = mergeMetadata({}, input.data ?? {})
  // A closed sign-up gets the same response: it does not reveal who has an account.
  const createsAccount = input.create_user !== false && ctx.config.auth.signUp === 'open'
  const newAccount = !createsAccount ? null : { id: randomUUID(), passwordHash: null, metadata: data }
  const challenge = codeChallengeOf(input)
  await requestLink(ctx, call, { purposes: ['magiclink'], group: 'recovery', email, challenge, newAccount })
  return jsonResponse({})
}
