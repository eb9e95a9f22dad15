import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export interface StoredTokens {
  user_id: string
  status: 'active' | 'reauth_required' | 'unavailable'
  access_token_sealed: string
  refresh_token_sealed: string
  scopes: string
  expires_at: Date
  generation: number
  paused_until: Date
  /** By the operator, all mailboxes at once. */
  stopped: boolean
}

/** @param lock holds the row until the transaction ends: whoever refreshes must hold it (checklist C10) */
export async function tokensOf(tx: Tx, mailboxId: string, lock = false): Promise<StoredTokens | null> {
  // The mailbox first, as whoever connects or disconnects it does: two orders would be a deadlock. Rows that refer to it may still be made.
  if (lock) await tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).forNoKeyUpdate().execute()
  const found = await tx
    .selectFrom('app.mailbox_tokens as t')
    .innerJoin('mailboxes as m', 'm.id', 't.mailbox_id')
    .innerJoin('app.mailbox_work as w', 'w.mailbox_id', 't.mailbox_id')
    .select([
      't.user_id',
      'm.status',
      't.access_token_sealed',
      't.refresh_token_sealed',
      't.scopes',
      't.expires_at',
      't.generation',
    ])
    .select('w.paused_until')
    .select(sql<boolean>`exists (select from app.automation_switch s where s.mailboxes_stopped)`.as('stopped'))
    .where('t.mailbox_id', '=', mailboxId)
    .$if(lock, (query) => query.forUpdate('t'))
    .executeTakeFirst()
  return found ?? null
}

export interface SealedPair {
  access_token_sealed: string
  refresh_token_sealed: string
  scopes: string
  expires_at: Date
}

/** The pair of a fresh sign-in; it takes the place of whatever was there. */
export async function putTokens(tx: Tx, at: { mailboxId: string; userId: string }, pair: SealedPair): Promise<void> {
  await tx
    .insertInto('app.mailbox_tokens')
    .values({ mailbox_id: at.mailboxId, user_id: at.userId, ...pair })
    .onConflict((conflict) =>
      conflict.column('mailbox_id').doUpdateSet((eb) => ({
        ...pair,
        generation: eb('app.mailbox_tokens.generation', '+', 1),
        updated_at: eb.fn<Date>('now'),
      })),
    )
    .execute()
}

/** The pair of a refresh; stored only over the generation it was made from, so that a late worker cannot put an old pair back. */
export async function replaceTokens(tx: Tx, mailboxId: string, generation: number, pair: SealedPair): Promise<void> {
  await tx
    .updateTable('app.mailbox_tokens')
    .set((eb) => ({ ...pair, generation: generation + 1, updated_at: eb.fn<Date>('now') }))
    .where('mailbox_id', '=', mailboxId)
    .where('generation', '=', generation)
    .execute()
}
