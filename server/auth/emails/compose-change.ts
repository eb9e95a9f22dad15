import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { EmailContent } from '../../emails/composers.ts'
import type { EmailPayload } from '../../emails/kinds.ts'
import { makeOneTimeToken } from '../one-time/one-time-token.ts'
import { credentialsOf, userById, type User } from '../queries.ts'
import { linkTo } from './compose-link.ts'
import { composeNotice } from './compose-notice.ts'
import { linkWords } from './link-words.ts'

export type ChangePurpose = 'email_change_current' | 'email_change_new' | 'reauthentication'
export type ChangeRequest = EmailPayload<'account-link'> & { purpose: ChangePurpose }

/** E-mails to somebody who is signed in; null where what was asked for has been done, taken back, or never was. */
export async function composeChange(
  ctx: Pick<Context, 'config' | 'clock' | 'db'>,
  request: ChangeRequest,
): Promise<EmailContent | null> {
  const { purpose, redirectTo, flowStateId } = request
  const user = await ctx.db.asAccounts((tx) => findAsker(tx, request))
  const to = user && recipientOf(user, purpose)
  if (!user || !to) return null
  if (purpose === 'email_change_new' && (await ctx.db.asAccounts((tx) => credentialsOf(tx, to))))
    // The person who asked is not told that somebody has this address; the person who has it is told that somebody asked.
    return composeNotice(ctx, { notice: 'address_wanted', email: to, at: ctx.clock.now().toISOString() })

  const made = await ctx.db.asAccounts((tx) =>
    makeOneTimeToken(tx, ctx, { userId: user.id, purpose, email: to, flowStateId }),
  )
  const { label, ...words } = linkWords(ctx.config, { purpose, email: user.email, newEmail: user.new_email })
  if (purpose === 'reauthentication' || label === null) return { to, ...words, code: made.code }
  return {
    to,
    ...words,
    button: { label, url: linkTo(ctx, { token: made.token, purpose, redirectTo }) },
    code: made.code,
  }
}

/** By the address where it is sent again: then nobody was signed in who could be named. */
async function findAsker(tx: Tx, { userId, email }: ChangeRequest): Promise<User | undefined> {
  return userId ? userById(tx, userId) : (await credentialsOf(tx, email))?.user
}

/** As it stands now: whoever has changed their mind since gets the e-mail about their present wish. */
function recipientOf(user: User, purpose: ChangePurpose): string | null {
  if (user.deleted_at) return null
  if (purpose === 'reauthentication') return user.email
  if (!user.new_email) return null
  if (purpose === 'email_change_current') return user.email_change_current_confirmed ? null : user.email
  return user.email_change_new_confirmed ? null : user.new_email
}
