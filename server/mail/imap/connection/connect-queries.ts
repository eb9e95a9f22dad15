import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { MailServers } from './check-servers.ts'

/** A mailbox at a server is known by the server and the name that signs in. */
export interface ImapIdentity {
  host: string
  account: string
}

export async function findImapMailbox(tx: Tx, userId: string, { host, account }: ImapIdentity): Promise<string | null> {
  const found = await tx
    .selectFrom('mailboxes')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', 'imap')
    .where('provider_tenant_id', '=', host)
    .where('provider_account_id', '=', account)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Whether the user has connected a mailbox of this address at another server, or by another name of the server. */
export async function isConnectedElsewhere(
  tx: Tx,
  userId: string,
  { email, host }: { email: string; host: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('mailboxes')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', 'imap')
    .where(sql`lower(email_address)`, '=', email.toLowerCase())
    .where('provider_tenant_id', '!=', host)
    .executeTakeFirst()
  return found !== undefined
}

/** @param passwordSealed by `imapPasswordSealContext` */
export async function upsertImapAccount(
  tx: Tx,
  at: { mailboxId: string; userId: string },
  { imap, smtp, user, passwordSealed }: MailServers & { user: string; passwordSealed: string },
): Promise<void> {
  const account = {
    imap_host: imap.host,
    imap_port: imap.port,
    imap_security: imap.security,
    smtp_host: smtp?.host ?? null,
    smtp_port: smtp?.port ?? null,
    smtp_security: smtp?.security ?? null,
    user_name: user,
    password_sealed: passwordSealed,
  }
  await tx
    .insertInto('app.imap_accounts')
    .values({ mailbox_id: at.mailboxId, user_id: at.userId, ...account })
    .onConflict((conflict) =>
      conflict.column('mailbox_id').doUpdateSet((eb) => ({
        ...account,
        sign_in_id: eb.fn<string>('gen_random_uuid'),
        generation: eb('app.imap_accounts.generation', '+', 1),
        updated_at: eb.fn<Date>('now'),
      })),
    )
    .execute()
}
