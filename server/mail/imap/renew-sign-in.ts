import type { RemoteContext } from '../../context.ts'
import { changeMailboxStatus } from '../mailboxes/mailbox-status.ts'
import { resumeMailbox } from '../mailboxes/resume-mailbox.ts'
import { MailboxAccessError } from '../access/mailbox-access-error.ts'
import { clearRefusal, renewImapSignInId } from './account-queries.ts'
import { imapStepError } from './connection/check-servers.ts'
import { confirmRefusal, imapAccount, isRefused } from './open-imap.ts'

/**
 * Tries the stored password, also where it was refused before.
 * @throws AppError that names the first refusal, which does not count yet; MailboxAccessError `auth`
 */
export async function renewImapSignIn(ctx: RemoteContext, mailboxId: string): Promise<null> {
  const { row, signIn } = await imapAccount(ctx, mailboxId)
  await ctx.vendors.imap.close(mailboxId)
  try {
    await ctx.vendors.imap.run({ mailboxId, account: async () => ({ ...row.imap, ...signIn }) }, async () => undefined)
  } catch (error) {
    const confirmed = await confirmRefusal(ctx, mailboxId, row, error)
    if (isRefused(confirmed)) throw new MailboxAccessError('auth', error)
    throw isRefused(error) ? imapStepError(error) : error
  }
  await ctx.db.asService(async (tx) => {
    await clearRefusal(tx, mailboxId)
    if (await changeMailboxStatus(tx, ctx, mailboxId, 'active')) {
      await renewImapSignInId(tx, mailboxId)
      await resumeMailbox(ctx, tx, { mailboxId, userId: row.userId })
    }
  })
  return null
}
