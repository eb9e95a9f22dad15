import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { EmailPayload, LinkPurpose } from '../../emails/email-kinds.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { emailFlowLifetimeMs } from '../limits.ts'
import { purposeOfLink, requireMailServer } from '../emails/require-mail-server.ts'
import { readCodeChallenge, type CodeChallenge } from '../flows/code-challenge.ts'
import { insertFlowState } from '../flows/flow-state-queries.ts'
import { redirectToOf } from '../flows/redirect-to.ts'
import { savePendingSignUp } from './email-confirmation-queries.ts'
import { limitEmailsTo, type EmailGroup } from '../protocol/auth-rate-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { normalizeEmail } from '../protocol/normalize-email.ts'

interface LinkRequest {
  purposes: LinkPurpose[]
  group: EmailGroup
  /** In the form of `normalizeEmail`. */
  email: string
  challenge: CodeChallenge | null
  newAccount?: EmailPayload<'account-link'>['newAccount']
}

/**
 * Enqueues emails with a link. Whether the address is known is looked up when the email is composed, so that neither
 * the response nor its duration reveals it. Only the account of a sign-up with a password is created here, because that
 * password may be used at once.
 * @throws AuthError `email_provider_disabled`, or RateLimitExceeded when the last email to this address is too recent
 */
export async function requestLink(
  ctx: Context,
  call: RawCall,
  { purposes, group, email, challenge, newAccount = null }: LinkRequest,
): Promise<void> {
  requireMailServer(ctx, purposeOfLink(purposes[0]))
  await limitEmailsTo(ctx, group, email)
  await ctx.db.asAccounts(async (tx) => {
    const now = ctx.clock.now()
    if (newAccount?.passwordHash) {
      const { id, passwordHash, metadata } = newAccount
      await savePendingSignUp(tx, { id, email, passwordHash, data: metadata, now })
    }
    for (const purpose of purposes) {
      const redirectTo = redirectToOf(ctx, call, purpose)
      const flow = {
        provider: 'email',
        redirect_to: redirectTo,
        created_at: now,
        expires_at: addMs(now, emailFlowLifetimeMs),
      } as const
      const flowStateId = challenge && (await insertFlowState(tx, { ...flow, ...challenge }))
      const payload = { purpose, email, redirectTo, flowStateId, newAccount }
      await enqueueEmail(tx, ctx, { kind: 'account-link', payload, userId: null })
    }
  })
}

/** @throws AuthError `validation_failed` */
export function requireEmail(given: string): string {
  return normalizeEmail(given) ?? refuse(400, 'validation_failed', 'Unable to validate email address: invalid format')
}

/** @throws AuthError `validation_failed` */
export const codeChallengeOf = (input: {
  code_challenge: string
  code_challenge_method: string
}): CodeChallenge | null => readCodeChallenge(input.code_challenge, input.code_challenge_method)
