import type { Tx } from '../db/database.ts'

interface DigestAccount {
  email: string
  /** False where the server took the address for confirmed without proof. */
  isProven: boolean
}

/** Null where the account is unconfirmed, disabled or deleted. @param tx as accounts */
export async function findDigestAccount(tx: Tx, userId: string, now: Date): Promise<DigestAccount | null> {
  const row = await tx
    .selectFrom('auth.users')
    .select(['email', 'email_auto_confirmed'])
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('banned_until', 'is', null), eb('banned_until', '<=', now)]))
    .executeTakeFirst()
  return row ? { email: row.email, isProven: !row.email_auto_confirmed } : null
}
