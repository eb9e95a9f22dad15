import type { Tx } from './database.ts'

/** Whether the session that started a flow still exists. @param tx as accounts */
export async function isSessionActive(tx: Tx, at: { sessionId: string; userId: string }): Promise<boolean> {
  const found = tx
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', at.sessionId)
    .where('user_id', '=', at.userId)
  return (await found.executeTakeFirst()) !== undefined
}
