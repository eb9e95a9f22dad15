import type { Context } from '../../context.ts'
import type { MailProvider } from '../access/mail-provider.ts'
import { MailboxAccessError } from '../access/mailbox-access-error.ts'
import { findMailboxKind } from '../mailboxes/mailbox-queries.ts'
import { outlook } from '../outlook/outlook.ts'

const mailProviders: readonly MailProvider[] = [outlook]

/** The one place that looks at the kind of a mailbox. @param kind `mailboxes.provider` */
export function providerOf(kind: string): MailProvider {
  const provider = mailProviders.find((each) => each.kind === kind)
  if (!provider) throw new Error(`No provider for mailboxes of the kind ${kind}: add it to mailProviders`)
  return provider
}

/** @throws MailboxAccessError `gone` */
export async function providerOfMailbox({ db }: Pick<Context, 'db'>, mailboxId: string): Promise<MailProvider> {
  const kind = await db.asService((tx) => findMailboxKind(tx, mailboxId))
  if (kind === null) throw new MailboxAccessError('gone')
  return providerOf(kind)
}
