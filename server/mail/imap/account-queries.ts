import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { MailServer } from '../../vendors/imap/mail-server.ts'

export interface ImapAccountRow {
  userId: string
  /** The address of the mailbox. */
  address: string
  imap: MailServer
  /** Null: the mailbox sends no email. */
  smtp: MailServer | null
  userName: string
  passwordSealed: string
  generation: number
  /** When the server refused the present password first; null where it did not. */
  refusedAt: Date | null
}

/** Associated data of the sealed password. */
export const imapPasswordSealContext = (at: { mailboxId: string; userId: string }): string =>
  `app.imap_accounts/${at.mailboxId}/${at.userId}`

/** @returns null where the mailbox was disconnected */
export async function findImapAccount(tx: Tx, mailboxId: string): Promise<ImapAccountRow | null> {
  const row = await tx
    .selectFrom('app.imap_accounts as a')
    .innerJoin('mailboxes as m', 'm.id', 'a.mailbox_id')
    .leftJoin('app.imap_connections as c', (join) =>
      join.onRef('c.mailbox_id', '=', 'a.mailbox_id').onRef('c.refused_generation', '=', 'a.generation'),
    )
    .select(['a.user_id', 'm.email_address', 'a.user_name', 'a.password_sealed', 'a.generation', 'c.refused_at'])
    .select(['a.imap_host', 'a.imap_port', 'a.imap_security', 'a.smtp_host', 'a.smtp_port', 'a.smtp_security'])
    .where('a.mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  if (!row) return null
  return {
    userId: row.user_id,
    address: row.email_address,
    imap: { host: row.imap_host, port: row.imap_port, security: securityOf(row.imap_security) },
    smtp:
      row.smtp_host === null || row.smtp_port === null || row.smtp_security === null
        ? null
        : { host: row.smtp_host, port: row.smtp_port, security: securityOf(row.smtp_security) },
    userName: row.user_name,
    passwordSealed: row.password_sealed,
    generation: row.generation,
    refusedAt: row.refused_at,
  }
}

const securityOf = (value: string): MailServer['security'] => (value === 'tls' ? 'tls' : 'starttls')

/** @param emptySealed the empty password, which is never sent to the server */
export async function deletePassword(tx: Tx, mailboxId: string, emptySealed: string): Promise<void> {
  await tx
    .updateTable('app.imap_accounts')
    .set((eb) => ({ password_sealed: emptySealed, generation: eb('generation', '+', 1) }))
    .where('mailbox_id', '=', mailboxId)
    .execute()
}

/** Keeps the time of the first refusal of this password. */
export async function saveRefusal(
  tx: Tx,
  { mailboxId, generation, now }: { mailboxId: string; generation: number; now: Date },
): Promise<void> {
  await sql`
    update app.imap_connections set refused_generation = ${generation}, refused_at = ${now}
    where mailbox_id = ${mailboxId}::uuid and refused_generation is distinct from ${generation}`.execute(tx)
}

export async function clearRefusal(tx: Tx, mailboxId: string): Promise<void> {
  await sql`
    update app.imap_connections set refused_generation = null, refused_at = null
    where mailbox_id = ${mailboxId}::uuid`.execute(tx)
}

/** Keeps whether the server moves single messages, for the page. */
export async function saveCanMove(tx: Tx, mailboxId: string, canMove: boolean): Promise<void> {
  await tx
    .updateTable('app.imap_accounts')
    .set({ can_move: canMove })
    .where('mailbox_id', '=', mailboxId)
    .where('can_move', '!=', canMove)
    .execute()
}

/** Keeps whether the inbox stores any keyword, for the page and for filing by tags. */
export async function saveTakesKeywords(tx: Tx, mailboxId: string, takesKeywords: boolean): Promise<void> {
  await tx
    .updateTable('app.imap_accounts')
    .set({ takes_keywords: takesKeywords })
    .where('mailbox_id', '=', mailboxId)
    .where('takes_keywords', '!=', takesKeywords)
    .execute()
}

/** A password that was refused is accepted, as a new one. */
export async function renewImapSignInId(tx: Tx, mailboxId: string): Promise<void> {
  await tx
    .updateTable('app.imap_accounts')
    .set((eb) => ({ sign_in_id: eb.fn<string>('gen_random_uuid') }))
    .where('mailbox_id', '=', mailboxId)
    .execute()
}
