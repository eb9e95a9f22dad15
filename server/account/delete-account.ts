import { endAccount } from '../auth/end-account.ts'
import { lockUser } from '../auth/queries.ts'
import { hasProof } from '../auth/sessions/has-proof.ts'
import { sessionById } from '../auth/sessions/queries.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import type { Caller } from '../http/caller.ts'

/**
 * Ends an account at its owner's word: nobody can sign in from this moment on, and a job removes the rest.
 * @param nonce the code of `/reauthenticate`, for who has not signed in by hand lately; empty where there is none
 * @throws Failure `reauthentication_needed`
 */
export async function deleteAccount(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer' | 'access'>,
  { userId, sessionId }: Caller,
  nonce: string,
): Promise<void> {
  const ended = await ctx.db.asAccounts(async (tx) => {
    const user = await lockUser(tx, userId)
    const session = await sessionById(tx, sessionId)
    if (!user || !session) fail('session_ended')
    return (await hasProof(tx, ctx, { user, session, nonce })) ? endAccount(tx, ctx, user) : null
  })
  if (!ended) fail('reauthentication_needed')
  ctx.access.forget(ended)
}
