import type { Tx } from '../../db/database.ts'

/** Why mail may not be forwarded to this address for this user; null if the owner of the address has agreed. */
export async function missingConfirmation(
  tx: Tx,
  { userId, address }: { userId: string; address: string },
): Promise<'address_unconfirmed' | 'address_withdrawn' | null> {
  const found = await tx
    .selectFrom('app.forward_addresses')
    .select(['confirmed_at', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()
  if (found?.withdrawn_at) return 'address_withdrawn'
  return found?.confirmed_at ? null : 'address_unconfirmed'
}

/** The current configuration of a user's action; null if the action was removed. */
export async function findSavedConfig(tx: Tx, at: { userId: string; folderActionId: string }): Promise<unknown> {
  const saved = tx.selectFrom('email_folder_actions').select('config').where('id', '=', at.folderActionId)
  return (await saved.where('user_id', '=', at.userId).executeTakeFirst())?.config ?? null
}

/** What the user has agreed to; null if the mailbox is not connected. */
export async function findGrantedScopes(
  tx: Tx,
  mailboxId: string,
): Promise<{ kind: string; scopes: string | null } | null> {
  const found = tx
    .selectFrom('mailboxes as m')
    .leftJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
    .leftJoin('app.imap_accounts as a', (join) =>
      join.onRef('a.mailbox_id', '=', 'm.id').on('a.smtp_host', 'is not', null),
    )
    .select((eb) => [
      'm.provider as kind',
      eb.case().when('a.mailbox_id', 'is not', null).then('smtp').else(eb.ref('t.scopes')).end().as('scopes'),
    ])
    .where('m.id', '=', mailboxId)
  return (await found.executeTakeFirst()) ?? null
}

/** The mailbox's own address, lower case. */
export async function findMailboxAddress(tx: Tx, mailboxId: string): Promise<string | null> {
  const found = tx.selectFrom('mailboxes').select('email_address').where('id', '=', mailboxId)
  return (await found.executeTakeFirst())?.email_address.toLowerCase() ?? null
}
