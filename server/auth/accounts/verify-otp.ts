import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { hashSecret } from '../../sealed.ts'
import { consumeTokenByCode, consumeTokenByLink } from '../tokens/one-time-token.ts'
import { firstStepOf, otherAddressPendingMessage, redeemToken, publishRedemption } from './redeem-token.ts'
import type { OneTimeToken } from '../tokens/one-time-token-queries.ts'
import { purposesOf } from '../tokens/verification-types.ts'
import { incrementFailures, failureCount } from '../passwords/failed-attempt-queries.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { normalizeEmail } from '../protocol/normalize-email.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'

/** Wrong codes per address, across all its tokens. Links keep working when the limit is reached. */
const wrongCodesMaxPerAddress = 20
const wrongCodesPerAddressWindowMs = 10 * 60_000

const Verification = {
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
}

/** `POST /verify` in JSON: exchanges a code with its address, or a token hash, for a session. */
export async function verifyOtp(ctx: Context, call: RawCall): Promise<Response> {
  const input = readBody(call.body, Verification)
  if (!input.type) refuse(400, 'validation_failed', 'Verify requires a verification type')
  if (!input.token === !input.token_hash) {
    refuse(400, 'validation_failed', 'Verify requires either a token or a token hash')
  }
  if (input.type === 'sms' || input.type === 'phone_change') return refusePhone(input)
  const purposes = purposesOf(input.type)
  if (!purposes) refuse(400, 'validation_failed', 'Unsupported verification type')
  const consume = input.token_hash
    ? consumeByTokenHash(ctx, input, purposes)
    : consumeByCode(ctx, { email: emailOf(input), code: input.token, purposes })

  const redeemed = await ctx.db.asAccounts(async (tx) => {
    const token = await consume(tx)
    const method = token && firstStepOf(token, { typed: true })
    return method && redeemToken(tx, ctx, { token, method, endsWithCode: false, call })
  })
  // After the commit: the wrong code must be counted.
  if (!redeemed) {
    const message = input.token_hash ? 'Email link is invalid or has expired' : 'Token has expired or is invalid'
    refuse(403, 'otp_expired', message)
  }
  publishRedemption(ctx, redeemed)
  const { result } = redeemed
  return jsonResponse(result.kind === 'session' ? result.session : { msg: otherAddressPendingMessage, code: '200' })
}

type ConsumeToken = (tx: Tx) => Promise<OneTimeToken | null>
type Input = Record<keyof typeof Verification, string>

function consumeByTokenHash(
  ctx: Pick<Context, 'clock'>,
  input: Input,
  purposes: Parameters<typeof consumeTokenByLink>[2]['purposes'],
): ConsumeToken {
  if (input.email || input.phone) {
    refuse(400, 'validation_failed', 'Only the token_hash and type should be provided')
  }
  return (tx) => consumeTokenByLink(tx, ctx, { token: input.token_hash, purposes })
}

function emailOf(input: Input): string {
  if (!input.email || input.phone) {
    refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on verify')
  }
  return normalizeEmail(input.email) ?? refuse(422, 'validation_failed', 'Invalid email format')
}

/**
 * Wrong codes are counted for known and unknown addresses alike, so both take the same time and neither is revealed.
 */
function consumeByCode(ctx: Pick<Context, 'clock'>, given: Parameters<typeof consumeTokenByCode>[2]): ConsumeToken {
  const subject = hashSecret(`code:${given.email}`)
  return async (tx) => {
    const now = ctx.clock.now()
    if ((await failureCount(tx, subject, now)) >= wrongCodesMaxPerAddress) {
      refuse(
        429,
        'over_request_rate_limit',
        'Too many wrong codes. Please wait ten minutes, or use the link in the email.',
      )
    }
    const token = await consumeTokenByCode(tx, ctx, given)
    if (!token) await incrementFailures(tx, subject, { now, endsAt: addMs(now, wrongCodesPerAddressWindowMs) })
    return token
  }
}

/** No text messages are sent, so every phone code is invalid. */
function refusePhone({ phone }: Input): never {
  if (!/^\+?[1-9]\d{1,14}$/.test(phone)) {
    refuse(400, 'validation_failed', 'Invalid phone number format (E.164 required)')
  }
  refuse(403, 'otp_expired', 'Token has expired or is invalid')
}
