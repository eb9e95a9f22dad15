import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/route.ts'
import { requireAal2IfEnrolled } from '../factors/require-aal2.ts'
import { requireSession, type SignedIn } from '../sessions/require-session.ts'
import { requireProof } from '../update-user-proof.ts'

/**
 * Somebody who may change how they sign in: with the second step, where they have one, and a fresh proof of who they are (decision T6).
 * Adding a way in needs it as much as taking one away: a session left open would else be an account given away for good.
 * A code of `/reauthenticate` may stand in the query as `nonce`.
 * @throws AuthError as `requireSession`, `insufficient_aal`, `reauthentication_needed`, `reauthentication_not_valid`
 */
export async function requireProven(ctx: Context, { request, url, ip }: RawCall): Promise<SignedIn> {
  const signedIn = await ctx.db.asAccounts(async (tx) => {
    const found = await requireSession(tx, ctx, request.headers)
    await requireAal2IfEnrolled(tx, found, 'AAL2 session is required to change how you sign in when MFA is enabled.')
    return found
  })
  await requireProof(ctx, { signedIn, currentPassword: '', nonce: url.searchParams.get('nonce') ?? '', ip })
  return signedIn
}
