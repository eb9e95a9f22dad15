import { sql } from 'kysely'
import type { z } from 'zod'
import { type BulkUndo, NotUndoneReason, UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import type { Tx } from '../../db/database.ts'

/** Messages that a bulk undo lists as not undone. */
const maxUndoExceptionsShown = 50

/** The newest undo of the mailbox with its outcomes so far. */
export async function bulkUndoStatus(tx: Tx, mailboxId: string): Promise<z.input<typeof BulkUndo> | null> {
  const undo = await tx
    .selectFrom('app.bulk_undos')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!undo) return null
  const outcomes = await outcomesOf(tx, undo.id)
  return {
    id: undo.id,
    what: UndoneSorting.parse(undo.scope),
    state: undo.state,
    total: outcomes.reduce((sum, { mails }) => sum + mails, 0),
    undone: outcomes.find(({ outcome }) => outcome === 'undone')?.mails ?? 0,
    leftAlone: outcomes.flatMap(({ outcome, mails }) => {
      const reason = NotUndoneReason.safeParse(outcome)
      return reason.success ? [{ reason: reason.data, mails }] : []
    }),
    leftMails: await notUndoneMessages(tx, undo.id),
    waiting: undo.is_waiting,
    startedAt: undo.started_at.toISOString(),
    endedAt: undo.ended_at?.toISOString() ?? null,
  }
}

/** Most frequent first; null: no outcome yet. */
async function outcomesOf(tx: Tx, undoId: string): Promise<{ outcome: string | null; mails: number }[]> {
  const rows = await tx
    .selectFrom('app.bulk_undo_items')
    .select(['outcome', sql<number>`count(*)::integer`.as('mails')])
    .where('undo_id', '=', undoId)
    .groupBy('outcome')
    .orderBy('mails', 'desc')
    .orderBy('outcome')
    .execute()
  return rows
}

/** Messages that were left alone, without those that the user has canceled. */
async function notUndoneMessages(tx: Tx, undoId: string): Promise<z.input<typeof BulkUndo>['leftMails']> {
  const rows = await tx
    .selectFrom('app.bulk_undo_items as i')
    .innerJoin('email_processing_logs as l', 'l.id', 'i.log_id')
    .select(['i.log_id', 'i.outcome', 'l.subject', 'l.from_address', 'l.from_name'])
    .where('i.undo_id', '=', undoId)
    .where('i.outcome', 'not in', ['undone', 'canceled'])
    .orderBy('i.position')
    .limit(maxUndoExceptionsShown)
    .execute()
  return rows.map(({ log_id, outcome, subject, from_address, from_name }) => ({
    logId: log_id,
    reason: NotUndoneReason.parse(outcome),
    subject,
    fromAddress: from_address,
    fromName: from_name,
  }))
}
