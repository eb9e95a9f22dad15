import { sql } from 'kysely'
import { z } from 'zod'
import type { NotUndoneReason } from '../../../contract/functions/undo-sorting.ts'
import type { ReasonCode } from '../../../contract/reasons.ts'
import type { Tx } from '../../db/database.ts'
import { isClaimFree } from '../../db/presence.ts'
import type { Filing } from '../folders/filing-queries.ts'
import { folderById } from '../folders/folder-queries.ts'

const requestedMoveClaimSeconds = 90

/** A move that the user has requested in the processing history, claimed by one worker. */
export interface RequestedMove {
  logId: string
  userId: string
  mailboxId: string
  messageId: string
  /** Null: the inbox. */
  folderId: string | null
  /** The provider's ids of the folders where this or an earlier attempt may have left the message. */
  possibleFolderIds: string[]
  /** As the setting of the folder was when the user requested the move. */
  filing: Filing
  /** Categories that we have set before, and that this or an earlier attempt may not have taken off yet. */
  formerCategories: string[]
  /** The bulk undo that requests the move; null where the user corrects this very message. */
  undoId: string | null
  /** The press of Tidy up that moves the message or, with the inbox, whose undo does. Its press has taught already. */
  pressId: string | null
  /** The correction that the row records is retracted. */
  retractsCorrection: boolean
  /** The move is recorded as a correction. False: it only reverts a correction. */
  isCorrection: boolean
  /** The version of the message before an attempt whose outcome is unknown; null where there is none. */
  versionBeforeMove: string | null
  /** Fencing token of the claim: a worker that was overtaken writes nothing. */
  token: number
  requestedAt: Date
}

/** Longer than all calls of one move. Measured by the database's clock: node clocks may differ. */
const claimDuration = sql`${sql.lit(requestedMoveClaimSeconds)} * interval '1 second'`
const Texts = z.array(z.string())

/** A row of the processing log as corrections need it. */
export interface CorrectableLog {
  mailboxId: string
  messageId: string
  status: string
  reason: ReasonCode | null
  /** Id of a row in `email_folders`; null where the message stayed in the inbox. */
  targetFolderId: string | null
  /** The provider's id of the folder that we moved it into; null: it is in the inbox, or the folder was deleted. */
  movedInto: string | null
  moved: boolean
  /** The user has corrected the decision. */
  corrected: boolean
  filing: Filing
  /** Null if the correction cannot be retracted. `before.folderId`: null is the inbox. */
  before: { folderId: string | null; filing: Filing } | null
}

/**
 * Locks the row until the transaction ends. Reads the folder in a second statement: a join would return the folder
 * of the row's version from before the wait for the lock.
 * @returns null where the row does not exist or belongs to another user
 */
export async function lockLog(tx: Tx, at: { userId: string; logId: string }): Promise<CorrectableLog | null> {
  const row = await tx
    .selectFrom('email_processing_logs')
    .select(['mailbox_id', 'message_id', 'status', 'reason', 'moved_at', 'corrected_at', 'target_folder_id'])
    .select(['stays_in_inbox', 'category'])
    .select(sql<boolean>`before_correction is not null`.as('has_before'))
    .select(
      sql<string | null>`case when before_correction #>> '{log,moved_at}' is not null
        then before_correction #>> '{log,target_folder_id}' end`.as('before_folder_id'),
    )
    .select(sql<boolean>`coalesce(before_correction #>> '{log,stays_in_inbox}' = 'true', false)`.as('before_stays'))
    .select(sql<string | null>`before_correction #>> '{log,category}'`.as('before_category'))
    .where('id', '=', at.logId)
    .where('user_id', '=', at.userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { mailbox_id: mailboxId, target_folder_id: targetFolderId } = row
  const moved = row.status === 'processed' && row.moved_at !== null
  const isInFolder = moved && !row.stays_in_inbox
  const folder = isInFolder && targetFolderId !== null ? await folderById(tx, mailboxId, targetFolderId) : null
  return {
    mailboxId,
    messageId: row.message_id,
    status: row.status,
    reason: row.reason,
    targetFolderId,
    movedInto: folder?.provider_folder_id ?? null,
    moved,
    corrected: row.corrected_at !== null,
    filing: { staysInInbox: row.stays_in_inbox, category: row.category },
    before: row.has_before
      ? {
          folderId: row.before_folder_id,
          filing: { staysInInbox: row.before_stays, category: row.before_category },
        }
      : null,
  }
}

/** A requested move that is not completed yet. */
export interface PendingMove
  extends Pick<
    RequestedMove,
    'folderId' | 'undoId' | 'pressId' | 'retractsCorrection' | 'isCorrection' | 'formerCategories'
  > {
  /** A worker is performing the move. */
  isClaimed: boolean
  /** As in `RequestedMove`, plus the target. */
  possibleFolderIds: string[]
}

export async function findPendingMove(tx: Tx, logId: string): Promise<PendingMove | null> {
  const row = await tx
    .selectFrom('app.requested_moves as r')
    .leftJoin('email_folders as f', 'f.id', 'r.folder_id')
    .leftJoin('app.mailbox_sync_states as s', 's.mailbox_id', 'r.mailbox_id')
    .select([
      'r.folder_id',
      'r.possible_folder_ids',
      'r.undo_id',
      'r.press_id',
      'r.retracts_correction',
      'r.is_correction',
      'r.stays_in_inbox',
      'r.category',
      'r.former_categories',
    ])
    .select(['f.provider_folder_id', 's.inbox_folder_id'])
    .select(sql<boolean>`not ${isClaimFree('r')}`.as('is_claimed'))
    .where('r.log_id', '=', logId)
    .executeTakeFirst()
  if (!row) return null
  const target = row.folder_id === null || row.stays_in_inbox ? row.inbox_folder_id : row.provider_folder_id
  return {
    isClaimed: row.is_claimed,
    possibleFolderIds: [...Texts.parse(row.possible_folder_ids), ...(target === null ? [] : [target])],
    folderId: row.folder_id,
    undoId: row.undo_id,
    pressId: row.press_id,
    retractsCorrection: row.retracts_correction,
    isCorrection: row.is_correction,
    formerCategories: [...Texts.parse(row.former_categories), ...(row.category === null ? [] : [row.category])],
  }
}

/** Stores and claims a move. Replaces a pending move of the same message. @returns the fencing token */
export async function upsertRequestedMove(
  tx: Tx,
  move: Omit<RequestedMove, 'messageId' | 'versionBeforeMove' | 'token' | 'requestedAt'>,
  { node, now }: { node: number; now: Date },
): Promise<Pick<RequestedMove, 'token' | 'versionBeforeMove'>> {
  const possibleFolderIds = JSON.stringify([...new Set(move.possibleFolderIds)])
  const formerCategories = JSON.stringify([...new Set(move.formerCategories)])
  const { rows } = await sql<Pick<RequestedMove, 'token' | 'versionBeforeMove'>>`
    insert into app.requested_moves as r
      (log_id, user_id, mailbox_id, folder_id, possible_folder_ids, undo_id, press_id, retracts_correction,
        is_correction, stays_in_inbox, category, former_categories, claimed_until, claim_node, requested_at)
    values (${move.logId}, ${move.userId}, ${move.mailboxId}, ${move.folderId}, ${possibleFolderIds}, ${move.undoId},
      ${move.pressId}, ${move.retractsCorrection}, ${move.isCorrection}, ${move.filing.staysInInbox},
      ${move.filing.category}, ${formerCategories}, now() + ${claimDuration}, ${node}, ${now})
    on conflict (log_id) do update set folder_id = excluded.folder_id,
      possible_folder_ids = excluded.possible_folder_ids, undo_id = excluded.undo_id, press_id = excluded.press_id,
      retracts_correction = excluded.retracts_correction, is_correction = excluded.is_correction,
      change_key_before_move = case when r.undo_id = excluded.undo_id
        or (r.press_id = excluded.press_id and r.folder_id is not distinct from excluded.folder_id)
        then r.change_key_before_move end,
      claimed_until = excluded.claimed_until, claim_node = excluded.claim_node,
      requested_at = excluded.requested_at, claim_token = r.claim_token + 1
    returning claim_token as token, change_key_before_move as "versionBeforeMove"`.execute(tx)
  return rows[0] ?? { token: 0, versionBeforeMove: null }
}

/**
 * Claims a move that no living worker has claimed.
 * @returns `held` while another worker performs it, null where there is none
 */
export async function claimRequestedMove(tx: Tx, logId: string, node: number): Promise<RequestedMove | 'held' | null> {
  const row = await tx
    .updateTable('app.requested_moves as r')
    .from('email_processing_logs as l')
    .set({ claim_token: sql`r.claim_token + 1`, claimed_until: sql`now() + ${claimDuration}`, claim_node: node })
    .whereRef('l.id', '=', 'r.log_id')
    .where('r.log_id', '=', logId)
    .where(isClaimFree('r'))
    .returning(['r.user_id', 'r.mailbox_id', 'r.folder_id', 'r.possible_folder_ids', 'r.undo_id', 'r.press_id'])
    .returning(['r.retracts_correction', 'r.is_correction', 'r.change_key_before_move'])
    .returning(['r.stays_in_inbox', 'r.category', 'r.former_categories'])
    .returning(['r.claim_token', 'r.requested_at', 'l.message_id'])
    .executeTakeFirst()
  if (!row) return (await findPendingMove(tx, logId)) ? 'held' : null
  return {
    logId,
    userId: row.user_id,
    mailboxId: row.mailbox_id,
    messageId: row.message_id,
    folderId: row.folder_id,
    possibleFolderIds: Texts.parse(row.possible_folder_ids),
    filing: { staysInInbox: row.stays_in_inbox, category: row.category },
    formerCategories: Texts.parse(row.former_categories),
    undoId: row.undo_id,
    pressId: row.press_id,
    retractsCorrection: row.retracts_correction,
    isCorrection: row.is_correction,
    versionBeforeMove: row.change_key_before_move,
    token: row.claim_token,
    requestedAt: row.requested_at,
  }
}

type Claim = Pick<RequestedMove, 'logId' | 'token'>

/**
 * Stores the message's version from before a move, or null where the move is known to have failed.
 * @returns false where another worker has claimed the move
 */
export async function saveVersionBeforeRequestedMove(
  tx: Tx,
  { logId, token }: Claim,
  version: string | null,
): Promise<boolean> {
  const updated = tx
    .updateTable('app.requested_moves')
    .set({ change_key_before_move: version })
    .where('log_id', '=', logId)
    .where('claim_token', '=', token)
  return (await updated.executeTakeFirst()).numUpdatedRows > 0n
}

/** Ends the claim, so that another worker can claim the move. */
export async function releaseRequestedMove(tx: Tx, { logId, token }: Claim): Promise<void> {
  const claimed_until = sql<Date>`'-infinity'`
  await tx
    .updateTable('app.requested_moves')
    .set({ claimed_until })
    .where('log_id', '=', logId)
    .where('claim_token', '=', token)
    .execute()
}

/** @returns false where another worker has claimed the move */
export async function deleteRequestedMove(tx: Tx, { logId, token }: Claim): Promise<boolean> {
  const deleted = tx.deleteFrom('app.requested_moves').where('log_id', '=', logId).where('claim_token', '=', token)
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}

/** `undone` overwrites an outcome. A reason why the message was not undone does not. */
export async function recordUndoOutcome(
  tx: Tx,
  { undoId, logId }: { undoId: string; logId: string },
  outcome: 'undone' | NotUndoneReason,
): Promise<void> {
  await tx
    .updateTable('app.bulk_undo_items')
    .set({ outcome })
    .where('undo_id', '=', undoId)
    .where('log_id', '=', logId)
    .$if(outcome !== 'undone', (query) => query.where('outcome', 'is', null))
    .execute()
}

/**
 * Locks a press that is moving this email, or whose undo is moving it back, until the transaction ends.
 * @returns null where the user has undone the press, or the move of this email, meanwhile
 */
export async function lockOpenPress(
  tx: Tx,
  { pressId, logId }: { pressId: string; logId: string },
  isUndo: boolean,
): Promise<{ folderId: string | null } | null> {
  const press = await tx
    .selectFrom('app.tidy_up_presses as p')
    .innerJoin('app.tidy_up_items as i', 'i.press_id', 'p.id')
    .select('p.folder_id as folderId')
    .where('p.id', '=', pressId)
    .where('p.state', '=', isUndo ? 'undoing' : 'running')
    .where('i.log_id', '=', logId)
    .where(sql<boolean>`i.outcome is distinct from 'undone'`)
    .forShare('p')
    .executeTakeFirst()
  return press ?? null
}

/** An email that is not moved keeps the outcome of an earlier attempt. */
export async function recordPressOutcome(
  tx: Tx,
  { pressId, logId, folderId }: { pressId: string; logId: string; folderId: string | null },
  isMoved: boolean,
): Promise<void> {
  const isUndo = folderId === null
  await tx
    .updateTable('app.tidy_up_items')
    .set({ outcome: isMoved ? (isUndo ? 'undone' : 'moved') : 'not_moved' })
    .where('press_id', '=', pressId)
    .where('log_id', '=', logId)
    .$if(!isMoved && !isUndo, (query) => query.where('outcome', 'is', null))
    .execute()
}
