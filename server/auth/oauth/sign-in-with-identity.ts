import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { ExternalSignIn } from './account-resolution.ts'
import { requestEmailConfirmation, type ConfirmationLink } from './request-email-confirmation.ts'
import { resolveAccount } from './resolve-account.ts'

/**
 * Signs in the user of an external identity.
 * @param link of the confirmation email that is sent if the address is not proven
 * @param issue issues the session, or the code for one, in the transaction that resolves the account
 * @throws AuthError
 */
export async function signInWithIdentity<Issued>(
  ctx: Context,
  signIn: ExternalSignIn,
  link: ConfirmationLink,
  issue: (tx: Tx, userId: string) => Promise<Issued>,
): Promise<{ userId: string; issued: Issued }> {
  const outcome = await ctx.db.asAccounts(async (tx) => {
    const resolution = await resolveAccount(tx, ctx, signIn)
    if (resolution.kind === 'unverified') return resolution
    return { ...resolution, issued: await issue(tx, resolution.userId) }
  })
  if (outcome.kind === 'unverified') throw await requestEmailConfirmation(ctx, signIn, outcome.email, link)
  const { userId, issued, effects } = outcome
  ctx.access.evictSessions(effects.endedSessions)
  if (effects.signedUp) ctx.events.signedUp({ userId })
  if (effects.linked) ctx.events.identityLinked({ userId, provider: signIn.provider })
  return { userId, issued }
}
