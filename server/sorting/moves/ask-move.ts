import { later, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { type AskedMove, askedBefore, holdLog, putAskedMove } from './asked-move-queries.ts'
import { logAsShown } from '../learning/correction-queries.ts'
import { folderById } from '../ledger/folder-queries.ts'
import { inboxIdOf } from '../learning/memory.ts'

/** When a job looks after it: later than whoever asks can still be at it. */
const lookAfterMs = minutes(2)

/**
 * Writes down that the user wants a mail of their history in a folder, with the job that finishes it if we do not, and takes it on.
 * @param folderId null: the inbox
 * @param undoId the undo of many that asks for it: only of a mail that is where we put it, and of which the user says nothing else just now
 * @throws Failure `log_not_found`, `mail_in_progress`, `mail_moved_meanwhile`, `folder_not_found`, `folder_not_in_outlook`; MailboxProblem; VendorError
 */
export async function askMove(
  ctx: Context,
  {
    userId,
    logId,
    folderId,
    undoId = null,
  }: { userId: string; logId: string; folderId: string | null; undoId?: string | null },
): Promise<AskedMove> {
  const known = await ctx.db.asService((tx) => logAsShown(tx, { userId, logId }))
  if (!known) fail('log_not_found')
  const inboxId = await inboxIdOf(ctx, known.mailbox_id)
  const askedAt = ctx.clock.now()
  return ctx.db.asService(async (tx) => {
    const log = (await holdLog(tx, { userId, logId })) ?? fail('log_not_found')
    const { mailboxId, messageId } = log
    if (log.status === 'processing') fail('mail_in_progress')
    if (undoId !== null && (!log.moved || log.corrected)) fail('mail_moved_meanwhile')
    if (folderId !== null) {
      const folder = (await folderById(tx, mailboxId, folderId)) ?? fail('folder_not_found')
      // Switched off for sorting it is still a place where the user may put a mail.
      if (folder.provider_folder_id === null) fail('folder_not_in_outlook')
    }
    const before = await askedBefore(tx, logId)
    if (before?.held || (before && undoId !== null && before.undoId !== undoId)) fail('mail_in_progress')
    const here = log.moved ? log.movedInto : inboxId
    const mayBeIn = [...(here === null ? [] : [here]), ...(before?.places ?? [])]
    const token = await putAskedMove(tx, { logId, userId, mailboxId, folderId, mayBeIn, undoId }, askedAt)
    await ctx.jobs.enqueue(tx, 'finish-asked-move', { logId }, { after: later(askedAt, lookAfterMs) })
    return { logId, userId, mailboxId, messageId, folderId, mayBeIn, undoId, token, askedAt }
  })
}
