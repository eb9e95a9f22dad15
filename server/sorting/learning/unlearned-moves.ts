import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { createNotification } from '../../shared/notifications.ts'
import { trainingMaxMessagesPerFolder } from '../limits.ts'
import { scheduleRelearning } from './schedule-relearning.ts'
import {
  deleteUnlearnedMoves,
  insertExamplesOfMoves,
  insertUnlearnedMoves,
  markMovesDismissed,
  type UnlearnedMove,
} from './unlearned-move-queries.ts'

type Owner = Pick<MailboxRow, 'id' | 'user_id'>

/**
 * Asks the user whether to learn from moves by hand of which so many came at once that nothing was learned: by one
 * notification for each place, which counts those that wait (`server/notifications/queries.ts`).
 */
export async function recordUnlearnedMoves(
  tx: Tx,
  { id: mailboxId, user_id: userId }: Owner,
  moves: readonly UnlearnedMove[],
  now: Date,
): Promise<void> {
  for (const folderId of await insertUnlearnedMoves(tx, { id: mailboxId, userId }, moves, now)) {
    const place = folderId === null ? { key: `${mailboxId}/inbox` } : { key: `${mailboxId}/${folderId}`, folderId }
    await createNotification(tx, { userId, kind: 'mass_move', mailboxId, ...place, now })
  }
}

/** The messages were moved on, or learned from: there is nothing to ask about them. */
export async function deleteMovesToLearn(
  tx: Tx,
  { id: mailboxId, user_id: userId }: Owner,
  messageIds: readonly string[],
): Promise<void> {
  if (await deleteUnlearnedMoves(tx, mailboxId, messageIds))
    await publishLiveEvent(tx, userId, { type: 'notification' })
}

/** The user wants the moves to a place to be learned from: the newest become examples, as many as training reads. */
export async function learnFromMoves(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  mailbox: Owner,
  folderId: string | null,
): Promise<void> {
  const place = { mailboxId: mailbox.id, folderId }
  if ((await insertExamplesOfMoves(tx, place, trainingMaxMessagesPerFolder)) > 0)
    await scheduleRelearning(ctx, tx, mailbox.id)
  await dismissMoves(tx, mailbox, folderId)
}

export async function dismissMoves(tx: Tx, mailbox: Owner, folderId: string | null): Promise<void> {
  await markMovesDismissed(tx, { mailboxId: mailbox.id, folderId })
  await publishLiveEvent(tx, mailbox.user_id, { type: 'notification' })
}
