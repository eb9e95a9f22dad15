import type { Tx } from '../../db/database.ts'

/** The addresses of all of a user's mailboxes, lower case. */
export async function findOwnAddresses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('mailboxes').select('email_address').where('user_id', '=', userId).execute()
  return rows.map((row) => row.email_address.toLowerCase())
}
