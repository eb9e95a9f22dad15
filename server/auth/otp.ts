import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { RawCall } from '../http/route.ts'
import { challengeOf, requestLink, requireEmail } from './one-time/request-link.ts'
import { callLimits } from './protocol/address-limits.ts'
import { refuse } from './protocol/auth-error.ts'
import { answerJson, authRoute } from './protocol/auth-route.ts'
import { metadata, optionalText, readBody } from './protocol/read-body.ts'
import { mergeMetadata } from './user-metadata.ts'

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
 * Mails a link and a code to sign in with. Where nobody has the address, the account is made when the e-mail goes out, or, with
 * `create_user: false`, nothing is sent; the answer is the same. (The protocol would tell in the second case; security checklist B3.)
 */
export const otp = authRoute({
  method: 'POST',
  path: '/otp',
  limit: callLimits.otp,
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
    return sendSignIn(ctx, call, input)
  },
})

/** The older name of the same by e-mail. */
export const magicLink = authRoute({
  method: 'POST',
  path: '/magiclink',
  limit: callLimits.magicLink,
  handle(ctx, call) {
    const input = readBody(call.body, Otp)
    if (!input.email) refuse(400, 'validation_failed', 'Sign-in by email requires an email')
    return sendSignIn(ctx, call, input)
  },
})

async function sendSignIn(ctx: Context, call: RawCall, input: z.output<z.ZodObject<typeof Otp>>): Promise<Response> {
  const email = requireEmail(input.email)
  const data = mergeMetadata({}, input.data ?? {})
  const newAccount = input.create_user === false ? null : { id: randomUUID(), passwordHash: null, metadata: data }
  const challenge = challengeOf(input)
  await requestLink(ctx, call, { purposes: ['magiclink'], group: 'recovery', email, challenge, newAccount })
  return answerJson({})
}
