import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import { refuse } from '../protocol/auth-error.ts'
import { callLimits } from '../protocol/address-limits.ts'
import { answerJson, authRoute } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import type { SignedIn } from '../sessions/require-session.ts'
import { setUpMs } from './factor-limits.ts'
import { holdSignedIn } from './hold-signed-in.ts'
import { addFactor, deleteUnverified, factorsOf } from './queries.ts'
import { requireAal2ToSetUp } from './require-aal2.ts'
import { newTotpSecret, qrCode, totpUri } from './totp.ts'

const maxFactors = 10
const maxNameLength = 100

const FactorType = z.enum(['totp', 'webauthn'])
const Input = { factor_type: optionalText, friendly_name: optionalText, issuer: optionalText }
type Input = ReturnType<typeof readInput>

export const secretPlace = (factorId: string): string => `auth.mfa_factors/secret/${factorId}`

/** `POST /factors`: begins to set up a second step. Nothing is asked for it until it has been verified once. */
export const enrollFactor = authRoute({
  method: 'POST',
  path: '/factors',
  limit: callLimits.factorChallenge,
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const signedIn = await holdSignedIn(tx, ctx, call.request.headers)
      const input = readInput(call)
      await refuseOneMore(tx, ctx, signedIn, input.name)
      return answerJson(await enroll(tx, ctx, signedIn, input))
    }),
})

function readInput(call: RawCall) {
  const { factor_type: asked, friendly_name: name, issuer } = readBody(call.body, Input)
  if (asked === 'phone') refuse(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  const type = FactorType.safeParse(asked)
  if (!type.success) refuse(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  if (name.length > maxNameLength || issuer.length > maxNameLength)
    refuse(400, 'validation_failed', `friendly_name and issuer have at most ${maxNameLength} characters`)
  return { type: type.data, name, issuer }
}

/** @throws AuthError in the protocol's words */
async function refuseOneMore(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  name: string,
): Promise<void> {
  await deleteUnverified(tx, { userId: user.id, before: later(clock.now(), -setUpMs) })
  await requireAal2ToSetUp(tx, { user, session })
  const factors = await factorsOf(tx, user.id)
  if (factors.length >= maxFactors)
    refuse(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue')
  if (name !== '' && factors.some((factor) => factor.friendly_name === name))
    refuse(422, 'mfa_factor_name_conflict', `A factor with the friendly name "${name}" for this user already exists`)
}

async function enroll(
  tx: Tx,
  { clock, config, sealer }: Pick<Context, 'config' | 'clock' | 'sealer'>,
  { user }: Pick<SignedIn, 'user'>,
  { type, name, issuer }: Input,
) {
  const id = randomUUID()
  const secret = type === 'totp' ? newTotpSecret() : null
  const secretSealed = secret && sealer.seal(secretPlace(id), secret)
  await addFactor(tx, { id, userId: user.id, name, type, secretSealed, now: clock.now() })
  if (!secret) return { id, type, friendly_name: name }
  const uri = totpUri({ secret, issuer: issuer || config.productName, label: user.email })
  return { id, type, friendly_name: name, totp: { qr_code: qrCode(uri), secret, uri } }
}
