import { composeText } from '../../../contract/compose-text.ts'
import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { emailFlowLifetimeMs } from '../limits.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import { requireMailServer } from '../emails/require-mail-server.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import type { CodeChallenge } from '../flows/code-challenge.ts'
import { insertFlowState } from '../flows/flow-state-queries.ts'
import { findIdentity } from '../user-rows/identity-queries.ts'
import { lockUserByEmail } from '../tokens/email-confirmation-queries.ts'
import { limitEmailsTo } from '../protocol/auth-rate-limits.ts'
import { AuthError, RateLimitExceeded } from '../protocol/auth-error.ts'
import type { ExternalSignIn } from './account-resolution.ts'
import { providerLabels } from './providers.ts'

/** Where the link of the email leads, and the challenge of the client that waits for a code. */
export interface ConfirmationLink {
  redirectTo: string
  challenge: CodeChallenge | null
}

/**
 * Emails an address that the provider has not verified: a confirmation link, or a notice if the account is already
 * confirmed. The response is the same whether the address is known or not, so it does not reveal who has an account.
 * @returns the error to report to the caller
 * @throws AuthError 422 `email_provider_disabled`
 */
export async function requestEmailConfirmation(
  ctx: Context,
  signIn: ExternalSignIn,
  email: string,
  link: ConfirmationLink,
): Promise<AuthError> {
  requireMailServer(ctx, 'signUp')
  try {
    await limitEmailsTo(ctx, 'confirmation', email)
    await sendConfirmation(ctx, signIn, email, link)
  } catch (error) {
    // The last email to this address is less than a minute old; report the same error.
    if (!(error instanceof RateLimitExceeded)) throw error
  }
  return new AuthError(
    422,
    'provider_email_needs_verification',
    composeText(
      '{service} has not verified that this email address is yours. ' +
        'An email was sent to it: please follow that, or sign in another way.',
      { service: providerLabels[signIn.provider] },
    ),
  )
}

const sendConfirmation = (
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer'>,
  { provider, externalIdentity }: ExternalSignIn,
  email: string,
  { redirectTo, challenge }: ConfirmationLink,
): Promise<void> =>
  ctx.db.asAccounts(async (tx) => {
    const now = ctx.clock.now()
    const user = await lockUserByEmail(tx, email)
    if (!user || user.deleted_at) return
    if (user.email_confirmed_at) return enqueueAccountNotice(tx, ctx, user, 'sign_up_attempted')
    const flow = {
      provider: 'email',
      redirect_to: redirectTo,
      created_at: now,
      expires_at: addMs(now, emailFlowLifetimeMs),
    } as const
    const flowStateId = challenge && (await insertFlowState(tx, { ...flow, ...challenge }))
    const isOwn = (await findIdentity(tx, { provider, providerId: externalIdentity.id }))?.user_id === user.id
    // Pre-hijacking: unless the user owns this identity, the link must not confirm credentials that someone else set.
    const newAccount = isOwn ? null : { id: user.id, passwordHash: null, metadata: {} }
    const payload = { purpose: 'signup', email, redirectTo, flowStateId, newAccount } as const
    return enqueueEmail(tx, ctx, { kind: 'account-link', payload, userId: user.id })
  })
