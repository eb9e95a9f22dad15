import type { z } from 'zod'
import { RecoveryCodesInput, RecoveryCodesOutput } from '../../../contract/functions/recovery-codes.ts'
import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser, type FunctionCall } from '../../http/routing/route.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { lockUser } from '../user-rows/user-queries.ts'
import { isRecentlyAuthenticated } from '../../shared/sessions.ts'
import { sessionById } from '../sessions/session-queries.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import { hashRecoveryCode, newRecoveryCode, parseRecoveryCode } from './recovery-code.ts'
import { recoveryCodeStatus, replaceRecoveryCodes } from './recovery-code-queries.ts'
import { secondFactorMethods } from './factor-session-queries.ts'
import { recentAuthenticationMs } from '../../../contract/limits.ts'

const recoveryCodeCount = 10

/** Recovery codes: each replaces the second factor once. */
export const recoveryCodes = functionRoute('recovery-codes', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: RecoveryCodesInput,
  output: RecoveryCodesOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof RecoveryCodesOutput>> {
    if (input.action === 'create') return { codes: await createRecoveryCodes(ctx, user, from) }
    const { remaining, createdAt } = await ctx.db.asAccounts((tx) => recoveryCodeStatus(tx, user.userId))
    return { remaining, createdAt: createdAt?.toISOString() ?? null }
  },
})

type Call = FunctionCall<unknown>

async function createRecoveryCodes(
  ctx: Context,
  { userId, sessionId }: Call['user'],
  call: Call['from'],
): Promise<string[]> {
  // Checked before the hashing, to avoid expensive work for refused requests, and again after it, because it takes
  // time.
  await ctx.db.asAccounts((tx) => requireRecentAal2(tx, ctx, sessionId))
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(ctx, userId, parseRecoveryCode(code) ?? code)))
  await ctx.db.asAccounts(async (tx) => {
    const user = (await lockUser(tx, userId)) ?? fail('session_ended')
    await requireRecentAal2(tx, ctx, sessionId)
    await replaceRecoveryCodes(tx, userId, hashes, ctx.clock.now())
    await recordAuthEvent(tx, ctx, { userId, action: 'recovery_codes_made', sessionId, call })
    await enqueueAccountNotice(tx, ctx, user, 'recovery_codes_made')
  })
  ctx.events.recoveryCodesCreated({ userId })
  return codes
}

/** Requires an aal2 session with an authentication in the last five minutes. @throws AppError */
async function requireRecentAal2(tx: Tx, { clock }: Pick<Context, 'clock'>, sessionId: string): Promise<void> {
  const session = (await sessionById(tx, sessionId)) ?? fail('session_ended')
  if (session.aal === 'aal1') fail('second_step_not_set_up')
  const now = clock.now()
  const isSecondStepFresh = session.amr.some(
    ({ method, timestamp }) =>
      secondFactorMethods.has(method) && addMs(new Date(timestamp * 1000), recentAuthenticationMs) >= now,
  )
  if (!isSecondStepFresh && !isRecentlyAuthenticated(session, now)) fail('reauthentication_needed')
}
