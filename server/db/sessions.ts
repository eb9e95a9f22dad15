import type { Tx } from './database.ts'

/**
 * Whether the person's own sign-in, from which something was begun elsewhere, has not been ended meanwhile.
 * @param tx as accounts
 */
export async function sessionLives(tx: Tx, at: { sessionId: string; userId: string }): Promise<boolean> {
  const found = tx
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', at.sessionId)
    .where('user_id', '=', at.userId)
  return (await found.executeTakeFirst()) !== undefined
}
