import type { z } from 'zod'
import { freshProofMs } from '../../../contract/fresh-proof.ts'
import { RecoveryCodesInput, RecoveryCodesOutput } from '../../../contract/functions/recovery-codes.ts'
import { later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../errors.ts'
import { fn, perUser, type FunctionCall } from '../../http/route.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { lockUser } from '../queries.ts'
import { isFresh } from '../sessions/fresh-proof.ts'
import { sessionById } from '../sessions/queries.ts'
import { putNotice } from './put-notice.ts'
import { hashRecoveryCode, newRecoveryCode, recoveryCodeOf } from './recovery-code.ts'
import { recoveryCodesLeft, replaceRecoveryCodes } from './recovery-queries.ts'
import { secondSteps } from './session-queries.ts'

const howMany = 10

/** For the day the phone is lost: ten codes, each good once in the place of a second step. */
export const recoveryCodes = fn('recovery-codes', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: RecoveryCodesInput,
  output: RecoveryCodesOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof RecoveryCodesOutput>> {
    if (input.action === 'create') return { codes: await makeCodes(ctx, user, from) }
    const { remaining, createdAt } = await ctx.db.asAccounts((tx) => recoveryCodesLeft(tx, user.userId))
    return { remaining, createdAt: createdAt?.toISOString() ?? null }
  },
})

type Call = FunctionCall<unknown>

async function makeCodes(ctx: Context, { userId, sessionId }: Call['user'], call: Call['from']): Promise<string[]> {
  // Before the hashing, so that nobody makes work for nothing; and after it, as it takes its time.
  await ctx.db.asAccounts((tx) => refuseUnproved(tx, ctx, sessionId))
  const codes = Array.from({ length: howMany }, newRecoveryCode)
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(ctx, userId, recoveryCodeOf(code) ?? code)))
  await ctx.db.asAccounts(async (tx) => {
    const user = (await lockUser(tx, userId)) ?? fail('session_ended')
    await refuseUnproved(tx, ctx, sessionId)
    await replaceRecoveryCodes(tx, userId, hashes, ctx.clock.now())
    await noteSecurityEvent(tx, ctx, { userId, action: 'recovery_codes_made', sessionId, call })
    await putNotice(tx, ctx, user, 'recovery_codes_made')
  })
  ctx.events.recoveryCodesMade({ userId })
  return codes
}

/** A session with two steps, one of them taken within the last five minutes. @throws Failure */
async function refuseUnproved(tx: Tx, { clock }: Pick<Context, 'clock'>, sessionId: string): Promise<void> {
  const session = (await sessionById(tx, sessionId)) ?? fail('session_ended')
  if (session.aal === 'aal1') fail('second_step_not_set_up')
  const now = clock.now()
  const isSecondStepFresh = session.amr.some(
    ({ method, timestamp }) => secondSteps.has(method) && later(new Date(timestamp * 1000), freshProofMs) >= now,
  )
  if (!isSecondStepFresh && !isFresh(session, now)) fail('reauthentication_needed')
}
