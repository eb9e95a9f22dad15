import type { Language } from '../../contract/languages.ts'
import type { Tx } from '../db/database.ts'
import { languageOf } from '../shared/email-recipient.ts'

interface DigestAccount {
  email: string
  language: Language
  /** False where the server took the address for confirmed without proof. */
  isProven: boolean
}

/** Null where the account is unconfirmed, disabled or deleted. @param tx as accounts */
export async function findDigestAccount(tx: Tx, userId: string, now: Date): Promise<DigestAccount | null> {
  const row = await tx
    .selectFrom('auth.users')
    .select(['email', 'email_auto_confirmed', 'raw_user_meta_data'])
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('banned_until', 'is', null), eb('banned_until', '<=', now)]))
    .executeTakeFirst()
  return row
    ? {
        email: row.email,
        language: languageOf(row.raw_user_meta_data),
        isProven: !row.email_auto_confirmed,
      }
    : null
}
