import { z } from 'zod'
import { type Language, languages } from '../../contract/languages.ts'
import type { Tx } from '../db/database.ts'

const WithLanguage = z.object({ language: z.enum(languages) })

/**
 * The language that the user's page has stored in the metadata of the account. Clients may store anything there; every
 * other value is English.
 */
export const languageOf = (userMetadata: unknown): Language =>
  WithLanguage.safeParse(userMetadata).data?.language ?? 'en'

interface EmailRecipient {
  to: string
  language: Language
}

/** The address of a user and the language of emails to it; null where the user does not exist. @param tx as accounts */
export async function findEmailRecipient(tx: Tx, userId: string): Promise<EmailRecipient | null> {
  const found = await tx
    .selectFrom('auth.users')
    .select(['email', 'raw_user_meta_data'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return found ? { to: found.email, language: languageOf(found.raw_user_meta_data) } : null
}
