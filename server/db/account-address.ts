import type { Tx } from './database.ts'

/** The address of an account, where it must be said in whose name something was asked; null where it has none. @param tx as accounts */
export async function addressOfAccount(tx: Tx, userId: string): Promise<string | null> {
  const found = await tx.selectFrom('auth.users').select('email').where('id', '=', userId).executeTakeFirst()
  return found?.email ?? null
}
