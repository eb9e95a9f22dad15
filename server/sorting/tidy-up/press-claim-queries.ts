import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isClaimFree } from '../../db/presence.ts'
import { bulkUndoClaimSeconds } from '../limits.ts'
import type { ManyMovesPosition, NextOfMany } from '../moves/move-many.ts'
import type { Owner } from './press-queries.ts'

/** A press whose emails a worker moves, or moves back. */
export interface ClaimedPress extends Owner {
  pressId: string
  /** Null: the inbox, into which nothing is moved. */
  folderId: string | null
  /** Fencing token: a worker that was overtaken writes nothing. */
  token: number
  createdAt: Date
}

/** Longer than all calls of one move. Measured by the database's clock: node clocks may differ. */
const claimDuration = sql`${sql.lit(bulkUndoClaimSeconds)} * interval '1 second'`

const isOpen = sql<boolean>`state in ('running', 'undoing')`

/** Claims the oldest open press of a mailbox. @returns null where another worker holds it, or none is open */
export async function claimPress(tx: Tx, mailboxId: string, node: number): Promise<ClaimedPress | null> {
  const oldest = tx
    .selectFrom('app.tidy_up_presses')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where(isOpen)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
  const row = await tx
    .updateTable('app.tidy_up_presses')
    .set({ claim_token: sql`claim_token + 1`, claimed_until: sql`now() + ${claimDuration}`, claim_node: node })
    .where('id', 'in', oldest)
    .where(isOpen)
    .where(isClaimFree('app.tidy_up_presses'))
    .returning(['id', 'user_id', 'folder_id', 'claim_token', 'created_at'])
    .executeTakeFirst()
  if (!row) return null
  const { id: pressId, user_id: userId, folder_id: folderId, claim_token: token, created_at: createdAt } = row
  return { pressId, userId, mailboxId, folderId, token, createdAt }
}

/**
 * Extends the claim.
 * @returns the next email that is to be moved or, once the user has undone the press, moved back; null where another
 *   worker has claimed the press, or it has ended
 */
export async function nextOpenItem(
  tx: Tx,
  { pressId, token }: ClaimedPress,
  after: ManyMovesPosition,
): Promise<NextOfMany | null> {
  const { rows } = await sql<{ isBack: boolean; logId: string | null; position: number }>`
    with held as (
      update app.tidy_up_presses set claimed_until = now() + ${claimDuration}
      where id = ${pressId}::uuid and claim_token = ${token} and ${isOpen} returning id, state = 'undoing' as is_back)
    select h.is_back as "isBack", i.log_id as "logId", i.position from held h left join lateral (
      select log_id, position from app.tidy_up_items
      where press_id = h.id and log_id is not null and (outcome is null or (h.is_back and outcome = 'moved'))
        and (position > ${after.position} or h.is_back <> ${after.isBack})
      order by position limit 1) i on true`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { isBack, logId, position } = row
  return { isBack, item: logId === null ? null : { logId, position } }
}

/** Ends the claim, so that another worker can claim the press. */
export async function releasePress(tx: Tx, { pressId, token }: ClaimedPress, isWaiting: boolean): Promise<void> {
  await tx
    .updateTable('app.tidy_up_presses')
    .set({ claimed_until: sql<Date>`'-infinity'`, is_waiting: isWaiting })
    .where('id', '=', pressId)
    .where('claim_token', '=', token)
    .execute()
}

/**
 * Ends a press whose emails have an outcome, or an expired one: the others stay where they are.
 * @returns false where another worker has claimed it, or the user has undone it meanwhile
 */
export async function finishPress(tx: Tx, { pressId, token }: ClaimedPress, isUndo: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.tidy_up_presses')
    .set({ state: isUndo ? 'undone' : 'done', claimed_until: sql<Date>`'-infinity'`, is_waiting: false })
    .where('id', '=', pressId)
    .where('claim_token', '=', token)
    .where('state', '=', isUndo ? 'undoing' : 'running')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx
    .updateTable('app.tidy_up_items')
    .set({ outcome: 'not_moved' })
    .where('press_id', '=', pressId)
    .where('log_id', 'is not', null)
    .where(isUndo ? sql<boolean>`(outcome is null or outcome = 'moved')` : sql<boolean>`outcome is null`)
    .execute()
  return true
}
