import type { Tx } from '../../db/database.ts'
import type { GrantRow } from '../../grants/grant.ts'
import type { SealedTokens } from '../../grants/sealed-tokens.ts'
import { findMailboxAccess, type MailboxAccess } from '../access/mailbox-access-queries.ts'

/** A mailbox that signs in by OAuth. */
export type MailboxTokens = MailboxAccess & GrantRow

export const hasTokens = (access: MailboxAccess | null): access is MailboxTokens => access?.generation != null

/** Associated data of the sealed tokens. */
export const mailboxTokenSealContext = (at: { mailboxId: string; userId: string }): string =>
  `app.mailbox_tokens/${at.mailboxId}/${at.userId}`

/** @param lock locks the rows until the transaction ends; required for a refresh */
export async function findTokens(tx: Tx, mailboxId: string, lock = false): Promise<MailboxTokens | null> {
  // Locks the mailbox first, as connecting and disconnecting do: another order could deadlock. Referring rows can still
  // be inserted.
  if (lock) {
    await tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).forNoKeyUpdate().execute()
    const tokens = tx.selectFrom('app.mailbox_tokens').select('generation').where('mailbox_id', '=', mailboxId)
    await tokens.forUpdate().execute()
  }
  const access = await findMailboxAccess(tx, mailboxId)
  return hasTokens(access) ? access : null
}

/** Whether a mailbox other than this one has a valid access token. */
export async function hasOtherTokens(tx: Tx, mailboxId: string, now: Date): Promise<boolean> {
  const valid = tx
    .selectFrom('app.mailbox_tokens')
    .select('mailbox_id')
    .where('mailbox_id', '<>', mailboxId)
    .where('expires_at', '>', now)
  return (await valid.limit(1).executeTakeFirst()) !== undefined
}

/** Stores the tokens of a new authorization. */
export async function upsertTokens(
  tx: Tx,
  at: { mailboxId: string; userId: string },
  tokens: SealedTokens,
): Promise<void> {
  await tx
    .insertInto('app.mailbox_tokens')
    .values({ mailbox_id: at.mailboxId, user_id: at.userId, ...tokens })
    .onConflict((conflict) =>
      conflict.column('mailbox_id').doUpdateSet((eb) => ({
        ...tokens,
        sign_in_id: eb.fn<string>('gen_random_uuid'),
        generation: eb('app.mailbox_tokens.generation', '+', 1),
        updated_at: eb.fn<Date>('now'),
      })),
    )
    .execute()
}

/** @param empty by `sealEmptyTokens` */
export async function deleteTokens(
  tx: Tx,
  mailboxId: string,
  empty: Pick<SealedTokens, 'access_token_sealed' | 'refresh_token_sealed'>,
): Promise<void> {
  await tx
    .updateTable('app.mailbox_tokens')
    .set((eb) => ({ ...empty, generation: eb('generation', '+', 1), updated_at: eb.fn<Date>('now') }))
    .where('mailbox_id', '=', mailboxId)
    .execute()
}

/** A refused grant works again, as after a sign-in. */
export async function renewSignIn(tx: Tx, mailboxId: string): Promise<void> {
  await tx
    .updateTable('app.mailbox_tokens')
    .set((eb) => ({ sign_in_id: eb.fn<string>('gen_random_uuid') }))
    .where('mailbox_id', '=', mailboxId)
    .execute()
}

/**
 * Stores refreshed tokens over the generation that they were made from, so that a late worker cannot restore old ones.
 */
export async function replaceTokens(
  tx: Tx,
  mailboxId: string,
  generation: number,
  tokens: SealedTokens,
): Promise<void> {
  await tx
    .updateTable('app.mailbox_tokens')
    .set((eb) => ({ ...tokens, generation: generation + 1, updated_at: eb.fn<Date>('now') }))
    .where('mailbox_id', '=', mailboxId)
    .where('generation', '=', generation)
    .execute()
}
