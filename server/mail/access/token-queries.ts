import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { GrantRow } from '../../grants/grant.ts'
import { providerState } from '../../outages/queries.ts'
import type { SealedTokens } from '../../grants/sealed-tokens.ts'
import type { MailboxRow } from '../mailboxes/mailbox-queries.ts'

export interface MailboxTokens extends GrantRow {
  user_id: string
  /** `mailboxes.provider` */
  kind: string
  status: MailboxRow['status']
  /** The operator has stopped all mailboxes. */
  stopped: boolean
}

/** Associated data of the sealed tokens. */
export const mailboxTokenSealContext = (at: { mailboxId: string; userId: string }): string =>
  `app.mailbox_tokens/${at.mailboxId}/${at.userId}`

/** @param lock locks the rows until the transaction ends; required for a refresh */
export async function findTokens(tx: Tx, mailboxId: string, lock = false): Promise<MailboxTokens | null> {
  // Locks the mailbox first, as connecting and disconnecting do: another order could deadlock. Referring rows can still
  // be inserted.
  if (lock) await tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).forNoKeyUpdate().execute()
  const found = await tx
    .selectFrom('app.mailbox_tokens as t')
    .innerJoin('mailboxes as m', 'm.id', 't.mailbox_id')
    .innerJoin('app.mailbox_sync_states as w', 'w.mailbox_id', 't.mailbox_id')
    .select([
      't.user_id',
      't.access_token_sealed',
      't.refresh_token_sealed',
      't.scopes',
      't.expires_at',
      't.generation',
    ])
    .select(['m.provider as kind', 'm.status', 'w.paused_until', 'w.consecutive_failures', 'w.probe_claimed_until'])
    .select([providerState('graph').as('provider_state'), providerState('entra').as('token_provider_state')])
    .select(sql<boolean>`exists (select from app.automation_switch s where s.mailboxes_stopped)`.as('stopped'))
    .where('t.mailbox_id', '=', mailboxId)
    .$if(lock, (query) => query.forUpdate('t'))
    .executeTakeFirst()
  return found ?? null
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
