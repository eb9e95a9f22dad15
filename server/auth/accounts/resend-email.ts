import type { LinkPurpose } from '../../emails/email-kinds.ts'
import { codeChallengeOf, requestLink, requireEmail } from '../tokens/request-link.ts'
import { routeLimits, type EmailGroup } from '../protocol/auth-rate-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'

const Resend = {
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
}

const byEmail: Record<string, { purposes: LinkPurpose[]; group: EmailGroup }> = {
  signup: { purposes: ['signup'], group: 'confirmation' },
  /** Both emails; one that is already confirmed or not pending is not sent. */
  email_change: { purposes: ['email_change_current', 'email_change_new'], group: 'email_change' },
}
const byPhone = ['sms', 'phone_change']

/** Sends a pending confirmation email again. The response is the same when none is pending. */
export const resend = authRoute({
  method: 'POST',
  path: '/resend',
  limit: routeLimits.resend,
  async handle(ctx, call) {
    const input = readBody(call.body, Resend)
    const kind = Object.hasOwn(byEmail, input.type) ? byEmail[input.type] : undefined
    if (!kind && !byPhone.includes(input.type)) {
      refuse(400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change')
    }
    if (input.email && input.phone) {
      refuse(400, 'validation_failed', 'Only an email address or phone number should be provided.')
    }
    if (!kind) {
      if (!input.phone) refuse(400, 'validation_failed', 'Type provided requires a phone number')
      refuse(400, 'phone_provider_disabled', 'Unsupported phone provider')
    }
    if (!input.email) refuse(400, 'validation_failed', 'Type provided requires an email address')
    await requestLink(ctx, call, { ...kind, email: requireEmail(input.email), challenge: codeChallengeOf(input) })
    return jsonResponse({})
  },
})
