import { later, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { RawCall } from '../http/route.ts'
import { hashSecret } from '../sealed.ts'
import { takeByCode, takeByLink } from './one-time/one-time-token.ts'
import { firstStepOf, halfMessage, redeem, tellRedeemed } from './one-time/redeem.ts'
import type { OneTimeToken } from './one-time/queries.ts'
import { purposesOf } from './one-time/verification-types.ts'
import { countFailure, failuresOf } from './passwords/queries.ts'
import { refuse } from './protocol/auth-error.ts'
import { answerJson } from './protocol/auth-route.ts'
import { normalizeEmail } from './protocol/email.ts'
import { optionalText, readBody } from './protocol/read-body.ts'

const Verification = {
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
}

/** Each code is good for five tries; this many wrong ones close an address to codes for a while. Its links go on working. */
const wrongCodes = { most: 20, withinMs: minutes(10) }

/** `POST /verify` in JSON: a session for a code together with its address, or for the token of a link. */
export async function verifyTyped(ctx: Context, call: RawCall): Promise<Response> {
  const input = readBody(call.body, Verification)
  if (!input.type) refuse(400, 'validation_failed', 'Verify requires a verification type')
  if (!input.token === !input.token_hash) {
    refuse(400, 'validation_failed', 'Verify requires either a token or a token hash')
  }
  if (input.type === 'sms' || input.type === 'phone_change') return refusePhone(input)
  const purposes = purposesOf(input.type)
  if (!purposes) refuse(400, 'validation_failed', 'Unsupported verification type')
  const take = input.token_hash
    ? byHash(ctx, input, purposes)
    : byCode(ctx, { email: addressOf(input), code: input.token, purposes })

  const redeemed = await ctx.db.asAccounts(async (tx) => {
    const token = await take(tx)
    const method = token && firstStepOf(token, { typed: true })
    return method && redeem(tx, ctx, { token, method, endsWithCode: false, call })
  })
  // Only now: the wrong code had to be counted.
  if (!redeemed) {
    const message = input.token_hash ? 'Email link is invalid or has expired' : 'Token has expired or is invalid'
    refuse(403, 'otp_expired', message)
  }
  tellRedeemed(ctx, redeemed)
  const { gives } = redeemed
  return answerJson(gives.kind === 'session' ? gives.session : { msg: halfMessage, code: '200' })
}

type Take = (tx: Tx) => Promise<OneTimeToken | null>
type Input = Record<keyof typeof Verification, string>

function byHash(
  ctx: Pick<Context, 'clock'>,
  input: Input,
  purposes: Parameters<typeof takeByLink>[2]['purposes'],
): Take {
  if (input.email || input.phone) {
    refuse(400, 'validation_failed', 'Only the token_hash and type should be provided')
  }
  return (tx) => takeByLink(tx, ctx, { token: input.token_hash, purposes })
}

function addressOf(input: Input): string {
  if (!input.email || input.phone) {
    refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on verify')
  }
  return normalizeEmail(input.email) ?? refuse(422, 'validation_failed', 'Invalid email format')
}

/** Wrong codes are counted for every address, known or not: also so that both take the same time (security checklist B3, B4). */
function byCode(ctx: Pick<Context, 'clock'>, given: Parameters<typeof takeByCode>[2]): Take {
  const subject = hashSecret(`code:${given.email}`)
  return async (tx) => {
    const now = ctx.clock.now()
    if ((await failuresOf(tx, subject, now)) >= wrongCodes.most) {
      refuse(
        429,
        'over_request_rate_limit',
        'Too many wrong codes. Please wait ten minutes, or use the link of the email.',
      )
    }
    const token = await takeByCode(tx, ctx, given)
    if (!token) await countFailure(tx, subject, { now, endsAt: later(now, wrongCodes.withinMs) })
    return token
  }
}

/** No text messages are sent, so no code of one can be right. */
function refusePhone({ phone }: Input): never {
  if (!/^\+?[1-9]\d{1,14}$/.test(phone)) {
    refuse(400, 'validation_failed', 'Invalid phone number format (E.164 required)')
  }
  refuse(403, 'otp_expired', 'Token has expired or is invalid')
}
