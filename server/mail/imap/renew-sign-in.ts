import type { RemoteContext } from '../../context.ts'
import { changeMailboxStatus } from '../mailboxes/mailbox-status.ts'
import { resumeMailbox } from '../mailboxes/resume-mailbox.ts'
import { MailboxAccessError } from '../access/mailbox-access-error.ts'
import { clearRefusal, renewImapSignInId } from './account-queries.ts'
import { imapAccount, imapFailureScope } from './open-imap.ts'

/** Tries the stored password, also where it was refused before. */
export async function renewImapSignIn(ctx: RemoteContext, mailboxId: string): Promise<null> {
  const { row, signIn } = await imapAccount(ctx, mailboxId)
  await ctx.vendors.imap.close(mailboxId)
  try {
    await ctx.vendors.imap.run({ mailboxId, account: async () => ({ ...row.imap, ...signIn }) }, async () => undefined)
  } catch (error) {
    if ((await imapFailureScope(ctx, mailboxId, error)) === 'sign-in') throw new MailboxAccessError('auth', error)
    throw error
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
