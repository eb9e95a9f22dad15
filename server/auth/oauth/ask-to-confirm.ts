import { hours, later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { putEmail } from '../../emails/put-email.ts'
import type { ProviderPerson, SignInProviderName } from '../../vendors/sign-in-provider.ts'
import { requireMailServer } from '../emails/require-mail-server.ts'
import { putNotice } from '../factors/put-notice.ts'
import type { CodeChallenge } from '../flows/code-challenge.ts'
import { addFlowState } from '../flows/queries.ts'
import { identityBy } from '../identities/queries.ts'
import { lockUserByEmail } from '../one-time/confirm-queries.ts'
import { pausePerAddress } from '../protocol/address-limits.ts'
import { AuthError, RefusedForNow } from '../protocol/auth-error.ts'
import { providerLabels } from './providers.ts'

interface Unproven {
  provider: SignInProviderName
  person: ProviderPerson
  email: string
  redirectTo: string
  challenge: CodeChallenge | null
}

/**
 * Writes to an address that a provider does not vouch for: a link to confirm it, or word that somebody wanted in. The answer is the
 * same whether the address is known or not, so that nobody can ask by it who has an account (security checklist B3).
 * @returns what the caller is told
 * @throws AuthError 422 `email_provider_disabled`
 */
export async function askToConfirm(ctx: Context, unproven: Unproven): Promise<AuthError> {
  const { provider, email } = unproven
  requireMailServer(ctx)
  const name = providerLabels[provider]
  try {
    await pausePerAddress(ctx, 'confirmation', email)
    await write(ctx, unproven)
  } catch (error) {
    // The last e-mail is not a minute old.
    if (!(error instanceof RefusedForNow)) throw error
  }
  return new AuthError(
    422,
    'provider_email_needs_verification',
    `${name} has not verified that this email address is yours. We have sent an email to it: please follow that, or sign in another way.`,
  )
}

/** As long as the e-mail waits, and the link in it is good. */
const flowMs = hours(3)

const write = (
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer'>,
  { provider, person, email, redirectTo, challenge }: Unproven,
): Promise<void> =>
  ctx.db.asAccounts(async (tx) => {
    const now = ctx.clock.now()
    const user = await lockUserByEmail(tx, email)
    if (!user || user.deleted_at) return
    if (user.email_confirmed_at) return putNotice(tx, ctx, user, 'sign_up_attempted')
    const flow = {
      provider: 'email',
      redirect_to: redirectTo,
      created_at: now,
      expires_at: later(now, flowMs),
    } as const
    const flowStateId = challenge && (await addFlowState(tx, { ...flow, ...challenge }))
    const isOwn = (await identityBy(tx, { provider, providerId: person.id }))?.user_id === user.id
    // The link must not confirm what somebody else has laid out there, such as a password of theirs.
    const newAccount = isOwn ? null : { id: user.id, passwordHash: null, metadata: {} }
    const payload = { purpose: 'signup', email, redirectTo, flowStateId, newAccount } as const
    return putEmail(tx, ctx, { kind: 'account-link', payload, userId: user.id })
  })
