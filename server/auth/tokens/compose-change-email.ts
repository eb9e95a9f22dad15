import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
import { languageOf } from '../../shared/email-recipient.ts'
import { createOneTimeToken } from './one-time-token.ts'
import { credentialsOf, userById, type User } from '../user-rows/user-queries.ts'
import { verifyUrl } from './compose-link-email.ts'
import { composeNoticeEmail } from '../emails/compose-notice-email.ts'
import { linkEmailText } from '../emails/link-email-text.ts'

type ChangePurpose = 'email_change_current' | 'email_change_new' | 'reauthentication'
type ChangeRequest = EmailPayload<'account-link'> & { purpose: ChangePurpose }

/**
 * Composes the emails of a change of address and of a reauthentication.
 * @returns null when the request is done, cancelled or unknown
 */
export async function composeChangeEmail(
  ctx: Pick<Context, 'config' | 'clock' | 'db'>,
  request: ChangeRequest,
): Promise<EmailContent | null> {
  const { purpose, redirectTo, flowStateId } = request
  const user = await ctx.db.asAccounts((tx) => findRequester(tx, request))
  const to = user && recipientOf(user, purpose)
  if (!user || !to) return null
  const owner = purpose === 'email_change_new' && (await ctx.db.asAccounts((tx) => credentialsOf(tx, to)))
  if (owner)
    // The requester must not learn that the address is taken; its owner is notified instead.
    return composeNoticeEmail(ctx, {
      notice: 'address_wanted',
      email: to,
      language: languageOf(owner.user.raw_user_meta_data),
      at: ctx.clock.now().toISOString(),
    })

  const made = await ctx.db.asAccounts((tx) =>
    createOneTimeToken(tx, ctx, { userId: user.id, purpose, email: to, flowStateId }),
  )
  const language = languageOf(user.raw_user_meta_data)
  const addresses = { email: user.email, newEmail: user.new_email }
  const { label, ...text } = linkEmailText(emailTexts(ctx.config, language), { purpose, ...addresses })
  if (purpose === 'reauthentication' || label === null) return { to, language, ...text, code: made.code }
  return {
    to,
    language,
    ...text,
    button: { label, url: verifyUrl(ctx, { token: made.token, purpose, redirectTo }) },
    code: made.code,
  }
}

/** A resent email carries no user id: `/resend` needs no session, so the address identifies the user. */
async function findRequester(tx: Tx, { userId, email }: ChangeRequest): Promise<User | undefined> {
  return userId ? userById(tx, userId) : (await credentialsOf(tx, email))?.user
}

/** The recipient by the current state of the user: the change may have been replaced since the request. */
function recipientOf(user: User, purpose: ChangePurpose): string | null {
  if (user.deleted_at) return null
  if (purpose === 'reauthentication') return user.email
  if (!user.new_email) return null
  if (purpose === 'email_change_current') return user.email_change_current_confirmed ? null : user.email
  return user.email_change_new_confirmed ? null : user.new_email
}
