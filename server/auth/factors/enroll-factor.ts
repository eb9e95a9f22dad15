import { composeText } from '../../../contract/compose-text.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { addMs, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { refuse } from '../protocol/auth-error.ts'
import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import type { SignedIn } from '../sessions/require-session.ts'
import { requireLockedSession } from './require-locked-session.ts'
import { insertFactor, deleteUnverifiedFactors, factorsOf } from '../user-rows/factor-queries.ts'
import { requireAal2ToEnroll } from './require-aal2.ts'
import { newTotpSecret, qrCode, totpUri } from './totp.ts'
import { factorNameMaxLength } from '../../../contract/limits.ts'

const factorsMaxPerUser = 10
/** GoTrue's 300 seconds to complete an enrolment. */
const enrollmentMs = minutes(5)

const FactorType = z.enum(['totp', 'webauthn'])
const Input = { factor_type: optionalText, friendly_name: optionalText, issuer: optionalText }
type Input = ReturnType<typeof readInput>

export const totpSealContext = (factorId: string): string => `auth.mfa_factors/secret/${factorId}`

/** `POST /factors`: starts the enrolment of a factor. It is not required at sign-in until it was verified once. */
export const enrollFactor = authRoute({
  method: 'POST',
  path: '/factors',
  limit: routeLimits.factorChallenge,
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const signedIn = await requireLockedSession(tx, ctx, call.request.headers)
      const input = readInput(call)
      await requireEnrollable(tx, ctx, signedIn, input.name)
      return jsonResponse(await enroll(tx, ctx, signedIn, input))
    }),
})

function readInput(call: RawCall) {
  const { factor_type: requestedType, friendly_name: name, issuer } = readBody(call.body, Input)
  if (requestedType === 'phone') refuse(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  const type = FactorType.safeParse(requestedType)
  if (!type.success) refuse(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  if (name.length > factorNameMaxLength || issuer.length > factorNameMaxLength)
    refuse(400, 'validation_failed', `friendly_name and issuer have at most ${factorNameMaxLength} characters`)
  return { type: type.data, name, issuer }
}

/** @throws AuthError with GoTrue's codes */
async function requireEnrollable(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  name: string,
): Promise<void> {
  await deleteUnverifiedFactors(tx, { userId: user.id, before: addMs(clock.now(), -enrollmentMs) })
  await requireAal2ToEnroll(tx, { user, session })
  const factors = await factorsOf(tx, user.id)
  if (factors.length >= factorsMaxPerUser)
    refuse(
      422,
      'too_many_enrolled_mfa_factors',
      composeText('Maximum number of verified factors reached, unenroll to continue'),
    )
  if (name !== '' && factors.some((factor) => factor.friendly_name === name))
    refuse(
      422,
      'mfa_factor_name_conflict',
      composeText('A factor with the friendly name "{line}" for this user already exists', { line: name }),
    )
}

async function enroll(
  tx: Tx,
  { clock, config, sealer }: Pick<Context, 'config' | 'clock' | 'sealer'>,
  { user }: Pick<SignedIn, 'user'>,
  { type, name, issuer }: Input,
) {
  const id = randomUUID()
  const secret = type === 'totp' ? newTotpSecret() : null
  const secretSealed = secret && sealer.seal(totpSealContext(id), secret)
  await insertFactor(tx, { id, userId: user.id, name, type, secretSealed, now: clock.now() })
  if (!secret) return { id, type, friendly_name: name }
  const uri = totpUri({ secret, issuer: issuer || config.productName, label: user.email })
  return { id, type, friendly_name: name, totp: { qr_code: qrCode(uri), secret, uri } }
}
