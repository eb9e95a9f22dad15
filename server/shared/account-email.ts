import type { Tx } from '../db/database.ts'

/** Email address of a user; null where the user does not exist. @param tx as accounts */
export async function accountEmail(tx: Tx, userId: string): Promise<string | null> {
  const found = await tx.selectFrom('auth.users').select('email').where('id', '=', userId).executeTakeFirst()
  return found?.email ?? null
}
