import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { verifyUrl, type linkTypes } from '../tokens/compose-link-email.ts'
import { createOneTimeToken } from '../tokens/one-time-token.ts'

interface AccountLink<Purpose> {
  userId: string
  purpose: Purpose
  email: string
  redirectTo: string
}

/**
 * The link of an email for an operator who delivers it.
 * @param call for the audit log; null: without the address of the operator
 */
export async function createAccountLink(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'config'>,
  { userId, purpose, email, redirectTo }: AccountLink<keyof typeof linkTypes>,
  call: RawCall | null,
): Promise<{ token: string; code: string; url: string }> {
  if (purpose === 'recovery') await recordAuthEvent(tx, ctx, { userId, action: 'recovery_requested', call })
  const made = await createOneTimeToken(tx, ctx, { userId, purpose, email, flowStateId: null })
  return { ...made, url: verifyUrl(ctx, { token: made.token, purpose, redirectTo }) }
}

export const enqueueAccountLink = (
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { userId, purpose, email, redirectTo }: AccountLink<'invite' | 'recovery'>,
): Promise<void> =>
  enqueueEmail(tx, ctx, {
    kind: 'account-link',
    payload: { purpose, email, redirectTo, flowStateId: null, newAccount: null },
    userId,
  })
