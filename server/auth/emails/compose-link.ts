import type { Context } from '../../context.ts'
import type { EmailContent } from '../../emails/composers.ts'
import type { EmailPayload, LinkPurpose } from '../../emails/kinds.ts'
import { issuerOf } from '../keys/access-token.ts'
import { makeOneTimeToken } from '../one-time/one-time-token.ts'
import { credentialsOf } from '../queries.ts'

/** The protocol's word for each purpose, as it stands in a link. */
export const linkTypes: Record<Exclude<LinkPurpose, 'reauthentication'>, string> = {
  signup: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

/** The address behind a link: opening it shows a page with a button and uses nothing up. */
export function linkTo(
  ctx: Context,
  { token, purpose, redirectTo }: { token: string; purpose: keyof typeof linkTypes; redirectTo: string },
): string {
  const query = new URLSearchParams({ token, type: linkTypes[purpose], redirect_to: redirectTo })
  return `${issuerOf(ctx.config)}/verify?${query}`
}

/** Makes the token of a link when its e-mail goes out; null where nobody has this address. */
export async function composeLink(
  ctx: Context,
  { purpose, email, redirectTo, flowStateId }: EmailPayload<'account-link'>,
): Promise<EmailContent | null> {
  const made = await ctx.db.asAccounts(async (tx) => {
    const found = await credentialsOf(tx, email)
    return found && makeOneTimeToken(tx, ctx, { userId: found.user.id, purpose, email, flowStateId })
  })
  if (!made) return null
  const button =
    purpose === 'reauthentication'
      ? {}
      : { button: { label: 'Continue', url: linkTo(ctx, { token: made.token, purpose, redirectTo }) } }
  return {
    to: email,
    subject: 'Confirm it is you',
    heading: 'Confirm it is you',
    paragraphs: ['Use the button, or type this code.'],
    ...button,
    code: made.code,
    footnote: 'If you did not ask for this, you can ignore it.',
  }
}
