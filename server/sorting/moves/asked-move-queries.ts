import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import type { LeftAlone } from '../../../contract/functions/undo-sorting.ts'
import type { ReasonCode } from '../../../contract/reasons.ts'
import { folderById } from '../ledger/folder-queries.ts'

/** A mail that the user has told us to move, while somebody works on it. */
export interface AskedMove {
  logId: string
  userId: string
  mailboxId: string
  messageId: string
  /** Null: the inbox. */
  folderId: string | null
  /** Outlook's ids of the folders where our own doing may have left the mail. */
  mayBeIn: string[]
  /** The undo of many that asks for it; null where the user speaks of this very mail. */
  undoId: string | null
  /** The word that the row has from before is forgotten. */
  takesBack: boolean
  /** The user's word that it belongs there; else it is only brought back to where it was. */
  isWord: boolean
  /** Compared when it ends: whoever was overtaken writes nothing. */
  token: number
  askedAt: Date
}

/** Longer than all calls of one move may take; the database's clock counts, as for leases. */
const claimLength = sql`interval '90 seconds'`
const FolderIds = z.array(z.string())

/** A row of the history as the user's word meets it. */
export interface LogToCorrect {
  mailboxId: string
  messageId: string
  status: string
  reason: ReasonCode | null
  /** A folder of ours; null where it stayed in the inbox. */
  targetFolderId: string | null
  /** Outlook's id of the folder that we moved it into; null where it stayed in the inbox, or the folder is gone. */
  movedInto: string | null
  moved: boolean
  /** The user has said otherwise since we decided. */
  corrected: boolean
  /** Where it was before the user's last word, a folder of ours, null: the inbox; null as a whole where that cannot be taken back. */
  before: { folderId: string | null } | null
}

/**
 * Holds the row until the transaction ends. The folder is read apart, once the row is held: a join would show that of before the wait.
 * @returns null where it does not exist or is somebody else's
 */
export async function holdLog(tx: Tx, at: { userId: string; logId: string }): Promise<LogToCorrect | null> {
  const row = await tx
    .selectFrom('email_processing_logs')
    .select(['mailbox_id', 'message_id', 'status', 'reason', 'moved_at', 'corrected_at', 'target_folder_id'])
    .select(sql<boolean>`before_correction is not null`.as('has_before'))
    .select(
      sql<string | null>`case when before_correction #>> '{log,moved_at}' is not null
        then before_correction #>> '{log,target_folder_id}' end`.as('before_folder_id'),
    )
    .where('id', '=', at.logId)
    .where('user_id', '=', at.userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { mailbox_id: mailboxId, target_folder_id: targetFolderId } = row
  const moved = row.status === 'processed' && row.moved_at !== null
  const folder = moved && targetFolderId !== null ? await folderById(tx, mailboxId, targetFolderId) : null
  return {
    mailboxId,
    messageId: row.message_id,
    status: row.status,
    reason: row.reason,
    targetFolderId,
    movedInto: folder?.provider_folder_id ?? null,
    moved,
    corrected: row.corrected_at !== null,
    before: row.has_before ? { folderId: row.before_folder_id } : null,
  }
}

/** What was asked and is not done yet. */
export interface OpenMove extends Pick<AskedMove, 'folderId' | 'undoId' | 'takesBack' | 'isWord'> {
  /** Somebody is at it. */
  held: boolean
  /** Where the mail may be, its target among them. */
  places: string[]
}

export async function askedBefore(tx: Tx, logId: string): Promise<OpenMove | null> {
  const row = await tx
    .selectFrom('app.asked_moves as a')
    .leftJoin('email_folders as f', 'f.id', 'a.folder_id')
    .leftJoin('app.mailbox_work as w', 'w.mailbox_id', 'a.mailbox_id')
    .select(['a.folder_id', 'a.may_be_in', 'a.undo_id', 'a.takes_back', 'a.is_word'])
    .select(['f.provider_folder_id', 'w.inbox_folder_id'])
    .select(sql<boolean>`a.claimed_until > now()`.as('held'))
    .where('a.log_id', '=', logId)
    .executeTakeFirst()
  if (!row) return null
  const target = row.folder_id === null ? row.inbox_folder_id : row.provider_folder_id
  const places = [...FolderIds.parse(row.may_be_in), ...(target === null ? [] : [target])]
  const { held, folder_id: folderId, undo_id: undoId, takes_back: takesBack, is_word: isWord } = row
  return { held, places, folderId, undoId, takesBack, isWord }
}

/** Writes down what is asked and takes it on; what was asked before is replaced. @returns the token */
export async function putAskedMove(
  tx: Tx,
  move: Omit<AskedMove, 'messageId' | 'token' | 'askedAt'>,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ token: number }>`
    insert into app.asked_moves as a (log_id, user_id, mailbox_id, folder_id, may_be_in, undo_id, takes_back, is_word, claimed_until, asked_at)
    values (${move.logId}, ${move.userId}, ${move.mailboxId}, ${move.folderId}, ${JSON.stringify([...new Set(move.mayBeIn)])},
      ${move.undoId}, ${move.takesBack}, ${move.isWord}, now() + ${claimLength}, ${now})
    on conflict (log_id) do update set folder_id = excluded.folder_id, may_be_in = excluded.may_be_in, undo_id = excluded.undo_id,
      takes_back = excluded.takes_back, is_word = excluded.is_word, claimed_until = excluded.claimed_until, asked_at = excluded.asked_at, token = a.token + 1
    returning token`.execute(tx)
  return rows[0]?.token ?? 0
}

/** Takes on what another one has left. @returns `held` while somebody works on it, null where nothing is asked any more */
export async function claimAskedMove(tx: Tx, logId: string): Promise<AskedMove | 'held' | null> {
  const row = await tx
    .updateTable('app.asked_moves as a')
    .from('email_processing_logs as l')
    .set({ token: sql`a.token + 1`, claimed_until: sql`now() + ${claimLength}` })
    .whereRef('l.id', '=', 'a.log_id')
    .where('a.log_id', '=', logId)
    .where(sql<boolean>`a.claimed_until <= now()`)
    .returning(['a.user_id', 'a.mailbox_id', 'a.folder_id', 'a.may_be_in', 'a.undo_id', 'a.takes_back', 'a.is_word'])
    .returning(['a.token', 'a.asked_at', 'l.message_id'])
    .executeTakeFirst()
  if (!row) return (await askedBefore(tx, logId)) ? 'held' : null
  return {
    logId,
    userId: row.user_id,
    mailboxId: row.mailbox_id,
    messageId: row.message_id,
    folderId: row.folder_id,
    mayBeIn: FolderIds.parse(row.may_be_in),
    undoId: row.undo_id,
    takesBack: row.takes_back,
    isWord: row.is_word,
    token: row.token,
    askedAt: row.asked_at,
  }
}

type Claim = Pick<AskedMove, 'logId' | 'token'>

/** Lets it lie for whoever comes next. */
export async function freeAskedMove(tx: Tx, { logId, token }: Claim): Promise<void> {
  const claimed_until = sql<Date>`'-infinity'`
  await tx
    .updateTable('app.asked_moves')
    .set({ claimed_until })
    .where('log_id', '=', logId)
    .where('token', '=', token)
    .execute()
}

/** @returns false where somebody else has taken it over meanwhile */
export async function endAskedMove(tx: Tx, { logId, token }: Claim): Promise<boolean> {
  const ended = tx.deleteFrom('app.asked_moves').where('log_id', '=', logId).where('token', '=', token)
  return (await ended.executeTakeFirst()).numDeletedRows > 0n
}

/** What is undone is so whatever was thought of it before; why a mail was left alone is said once. */
export async function noteOutcome(
  tx: Tx,
  { undoId, logId }: { undoId: string; logId: string },
  outcome: 'undone' | LeftAlone,
): Promise<void> {
  await tx
    .updateTable('app.bulk_undo_items')
    .set({ outcome })
    .where('undo_id', '=', undoId)
    .where('log_id', '=', logId)
    .$if(outcome !== 'undone', (query) => query.where('outcome', 'is', null))
    .execute()
}
