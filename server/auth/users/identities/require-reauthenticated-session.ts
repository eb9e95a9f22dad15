import type { Context } from '../../../context.ts'
import type { RawCall } from '../../../http/routing/route.ts'
import { requireAal2IfEnrolled } from '../../factors/require-aal2.ts'
import { requireSession, type SignedIn } from '../../sessions/require-session.ts'
import { requireReauthentication } from '../require-reauthentication.ts'

/**
 * Requires aal2 if enrolled and a recent authentication (or a `/reauthenticate` code in the `nonce` parameter) before a
 * sign-in method is linked or unlinked. Linking needs it as well: an attacker at an unattended session could otherwise
 * add a permanent way in.
 * @throws AuthError as `requireSession`, `insufficient_aal`, `reauthentication_needed`, `reauthentication_not_valid`
 */
export async function requireReauthenticatedSession(ctx: Context, { request, url, ip }: RawCall): Promise<SignedIn> {
  const signedIn = await ctx.db.asAccounts(async (tx) => {
    const found = await requireSession(tx, ctx, request.headers)
    await requireAal2IfEnrolled(tx, found, 'AAL2 session is required to change how you sign in when MFA is enabled.')
    return found
  })
  await requireReauthentication(ctx, { signedIn, currentPassword: '', nonce: url.searchParams.get('nonce') ?? '', ip })
  return signedIn
}
