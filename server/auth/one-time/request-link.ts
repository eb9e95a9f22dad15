import { hours, later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { EmailPayload, LinkPurpose } from '../../emails/kinds.ts'
import { putEmail } from '../../emails/put-email.ts'
import type { RawCall } from '../../http/route.ts'
import { requireMailServer } from '../emails/require-mail-server.ts'
import { readCodeChallenge, type CodeChallenge } from '../flows/code-challenge.ts'
import { addFlowState } from '../flows/queries.ts'
import { redirectToOf } from '../flows/redirect-to.ts'
import { pausePerAddress, type EmailGroup } from '../protocol/address-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { normalizeEmail } from '../protocol/email.ts'

/** An e-mail waits at most an hour, and the link in it is good for another: only then nobody can come back to the flow. */
const flowMs = hours(3)

interface LinkRequest {
  purposes: LinkPurpose[]
  group: EmailGroup
  /** In the form of `normalizeEmail`. */
  email: string
  challenge: CodeChallenge | null
  newAccount?: EmailPayload<'account-link'>['newAccount']
}

/**
 * Puts e-mails with a link on their way without looking whether anybody has the address: that is found out when they are composed, so
 * neither answer nor time tell (security checklist B3).
 * @throws AuthError `email_provider_disabled`, or RefusedForNow where the last e-mail to this address is too new
 */
export async function requestLink(
  ctx: Context,
  call: RawCall,
  { purposes, group, email, challenge, newAccount = null }: LinkRequest,
): Promise<void> {
  requireMailServer(ctx)
  await pausePerAddress(ctx, group, email)
  await ctx.db.asAccounts(async (tx) => {
    const now = ctx.clock.now()
    for (const purpose of purposes) {
      const redirectTo = redirectToOf(ctx, call, purpose)
      const flow = {
        provider: 'email',
        redirect_to: redirectTo,
        created_at: now,
        expires_at: later(now, flowMs),
      } as const
      const flowStateId = challenge && (await addFlowState(tx, { ...flow, ...challenge }))
      const payload = { purpose, email, redirectTo, flowStateId, newAccount }
      await putEmail(tx, ctx, { kind: 'account-link', payload, userId: null })
    }
  })
}

/** @throws AuthError `validation_failed` */
export function requireEmail(given: string): string {
  return normalizeEmail(given) ?? refuse(400, 'validation_failed', 'Unable to validate email address: invalid format')
}

/** @throws AuthError `validation_failed` */
export const challengeOf = (input: { code_challenge: string; code_challenge_method: string }): CodeChallenge | null =>
  readCodeChallenge(input.code_challenge, input.code_challenge_method)
