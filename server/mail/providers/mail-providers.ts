import type { Context } from '../../context.ts'
import type { MailProvider } from '../access/mail-provider.ts'
import { MailboxAccessError } from '../access/mailbox-access-error.ts'
import { mailboxVendor } from '../access/mailbox-account.ts'
import { findMailboxKind } from '../mailboxes/mailbox-queries.ts'
import { imap } from '../imap/imap.ts'
import { outlook } from '../outlook/outlook.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'

const mailProviders: readonly MailProvider[] = [outlook, imap]

/** The one place that looks at the kind of a mailbox. @param kind `mailboxes.provider` */
export function providerOf(kind: string): MailProvider {
  const provider = mailProviders.find((each) => each.kind === kind)
  if (!provider) throw new Error(`No provider for mailboxes of the kind ${kind}: add it to mailProviders`)
  return provider
}

/** Whether a call to a mailbox has failed, of any kind, and no other vendor. */
export const isMailboxError = (error: unknown): boolean =>
  error instanceof VendorError &&
  (error.vendor === mailboxVendor || mailProviders.some((provider) => provider.owns(error)))

/** @throws MailboxAccessError `gone` */
export async function providerOfMailbox({ db }: Pick<Context, 'db'>, mailboxId: string): Promise<MailProvider> {
  const kind = await db.asService((tx) => findMailboxKind(tx, mailboxId))
  if (kind === null) throw new MailboxAccessError('gone')
  return providerOf(kind)
}
