import type { Tx } from '../../db/database.ts'

/** Why mail may not be forwarded to this address for this person; null where whoever reads it has agreed (decision T3). */
export async function missingAgreement(
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

/** The saved configuration of an action of the person's, as it stands at this moment; null where the action was removed. */
export async function savedConfig(tx: Tx, at: { userId: string; folderActionId: string }): Promise<unknown> {
  const saved = tx.selectFrom('email_folder_actions').select('config').where('id', '=', at.folderActionId)
  return (await saved.where('user_id', '=', at.userId).executeTakeFirst())?.config ?? null
}

/** What Microsoft has granted for a mailbox; null where it is not connected. */
export async function scopesOf(tx: Tx, mailboxId: string): Promise<string | null> {
  const found = tx.selectFrom('app.mailbox_tokens').select('scopes').where('mailbox_id', '=', mailboxId)
  return (await found.executeTakeFirst())?.scopes ?? null
}

/** The address of the mailbox itself, lower case. */
export async function mailboxAddress(tx: Tx, mailboxId: string): Promise<string | null> {
  const found = tx.selectFrom('mailboxes').select('email_address').where('id', '=', mailboxId)
  return (await found.executeTakeFirst())?.email_address.toLowerCase() ?? null
}
