import { reasonTexts } from '../../../contract/reasons.ts'
import type { RemoteContext } from '../../context.ts'
import { hasCategory } from '../../mail/folders/folder-categories.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { Message, SeenMarks } from '../../vendors/mailbox/message.ts'
import { cannotFile, changedAfterUnknownMove, deletedElsewhere, folderGone } from '../decision/explanation-texts.ts'
import { finishMessage } from '../completion/finish-message.ts'
import type { MoveTarget } from '../folders/folder-queries.ts'
import { isUnreadCode } from '../messages/unread-code.ts'
import { saveVersionBeforeMove } from '../queue/inbox-event-queries.ts'
import { keepLease, withLease } from '../lease/lease.ts'
import type { SortingBatch } from '../completion/sorting-batch.ts'
import type { ProcessingLogRow, ProcessingOutcome } from '../log/processing-log-queries.ts'
import { authorizeMove, type MoveAuthorization } from './authorize-move.ts'
import { isDeletedMessage } from './deleted-folders.ts'
import { markFiled, marksOf, type MarkResult } from './mark-filed.ts'
import { moveOnce, type MoveResult } from './move-once.ts'

/** A row with a recorded decision. */
interface DecidedLog extends Pick<ProcessingLogRow, 'id' | 'targetFolderId' | 'decidedBy' | 'filing'> {
  messageId: string
  /** As in `InboxEvent`. */
  versionBeforeMove: string | null
  formerCategory?: string | null
  /** Nothing is moved: only a folder that was deleted in the mailbox is decided for, and it may be back. */
  isPreview?: boolean
}

/** Left the inbox by the user, a rule of the mailbox or another program. */
export async function leftInbox(
  ctx: RemoteContext,
  batch: SortingBatch,
  parentFolderId: string,
): Promise<ProcessingOutcome> {
  const isDeleted = await isDeletedMessage(ctx, batch, parentFolderId)
  const explanation = isDeleted ? deletedElsewhere : reasonTexts.user_moved
  return { status: 'left', reason: 'user_moved', explanation }
}

const folderMissing = (folderId: string | null): ProcessingOutcome => ({
  status: 'left',
  reason: 'disabled',
  explanation: folderGone,
  ...(folderId !== null && { deletedFolderId: folderId }),
})

/**
 * Carries out a recorded decision: moves the message, or leaves it in the inbox, and marks it as its folder's setting
 * says. A move comes first, because a mark changes the version that tells whether the user has moved it back.
 * @param authorization of the transaction that has just recorded the decision
 */
export async function moveToDecidedFolder(
  ctx: RemoteContext,
  batch: SortingBatch,
  message: Message,
  log: DecidedLog,
  authorization: MoveAuthorization | null = null,
): Promise<void> {
  const { messageId, targetFolderId, versionBeforeMove, filing } = log
  const { mailbox, lease, inboxFolderId } = batch
  // The calls since the decision may have been slow.
  const beforeCall = () => keepLease(ctx, lease)
  let authorized = authorization
  const formerCategories = log.formerCategory ? [log.formerCategory] : []
  let filedIn = inboxFolderId
  const result = await moveOnce(ctx, batch, {
    message,
    from: filing.staysInInbox ? [] : [inboxFolderId],
    folderId: targetFolderId,
    versionBeforeMove,
    authorize: async () => {
      authorized ??= await authorize(ctx, batch, message, log)
      const target = targetOf(authorized.folder, message, log)
      if ('to' in target && !filing.staysInInbox) filedIn = target.to
      return 'stop' in target ? target : { to: filedIn, access: authorized.access }
    },
    clearVersion: () => withLease(ctx, lease, (tx) => saveVersionBeforeMove(tx, mailbox.id, messageId, null)),
    beforeCall,
  })
  const marked = result.is === 'moved' ? await mark(result.seen) : null
  if (result.is !== 'moved' && result.is !== 'gone')
    await unmark('folderId' in result ? result.folderId : message.parentFolderId)
  const outcome = await outcomeOf(ctx, batch, log, { result, marked })
  const mayHaveActions = authorized?.folder?.has_actions ?? false
  await finishMessage(ctx, batch, { messageId, logId: log.id, message, mayHaveActions }, outcome)

  function mark(moved?: SeenMarks) {
    const folder = targetFolderId === null ? null : (batch.filings.get(targetFolderId) ?? null)
    const isAsRead = message.parentFolderId === filedIn
    const filed = {
      id: messageId,
      in: filedIn,
      category: filing.category,
      formerCategories,
      folder: folder?.isMarkedAsRead && isUnreadCode(message) ? { ...folder, isMarkedAsRead: false } : folder,
      seen: moved ?? (isAsRead ? marksOf(message) : undefined),
    }
    return markFiled(ctx, mailbox.id, filed, { access: authorized?.access ?? null, beforeCall })
  }

  /** It is not filed, so its tag would not be true. */
  function unmark(foundIn: string) {
    return markFiled(ctx, mailbox.id, { id: messageId, in: foundIn, category: null, formerCategories, folder: null })
  }
}

/** A disabled folder or a lost lease stops the move. */
async function authorize(
  ctx: RemoteContext,
  batch: SortingBatch,
  message: Message,
  log: DecidedLog,
): Promise<MoveAuthorization> {
  const [authorization] = await withLease(ctx, batch.lease, (tx, sendLast) =>
    sendLast(() => [authorizeMove(tx, batch, log, message)]),
  )
  return authorization
}

/** The provider's id of the folder, or why the message is not moved there. */
function targetOf(
  folder: MoveTarget | null,
  { parentFolderId, categories }: Message,
  { decidedBy, filing, formerCategory, isPreview }: DecidedLog,
): { to: string } | { stop: ProcessingOutcome } {
  const to = folder?.provider_folder_id ?? null
  const isTagged = !formerCategory && filing.category !== null && hasCategory(categories, filing.category)
  // By an attempt whose response was lost.
  if (to !== null && (filing.staysInInbox ? isTagged : parentFolderId === to)) return { to }
  if (!folder?.active || !folder.include_in_ai) return { stop: { status: 'left', reason: 'disabled' } }
  if (to === null && folder.deleted_in_outlook_at !== null) return { stop: folderMissing(folder.id) }
  if (to === null)
    return { stop: { status: 'processed', reason: 'assigned', by: decidedBy, explanation: reasonTexts.assigned } }
  return isPreview ? { stop: { status: 'left', reason: 'preview' } } : { to }
}

async function outcomeOf(
  ctx: RemoteContext,
  batch: SortingBatch,
  { messageId, decidedBy, targetFolderId, filing }: DecidedLog,
  { result, marked }: { result: MoveResult<ProcessingOutcome>; marked: MarkResult | null },
): Promise<ProcessingOutcome> {
  if (filing.staysInInbox && marked === 'elsewhere') return whereIsIt(ctx, batch, messageId)
  const notFiled = { status: 'processed', reason: 'assigned', by: decidedBy, explanation: cannotFile } as const
  if (filing.staysInInbox && marked === 'unsupported') return notFiled
  switch (result.is) {
    case 'moved':
      return { status: 'processed', reason: 'sorted', by: decidedBy, movedAt: ctx.clock.now() }
    case 'unsupported':
      return notFiled
    case 'stopped':
      return result.stop
    case 'gone':
      return { status: 'left', reason: 'gone' }
    case 'returned':
      return { status: 'left', reason: 'user_moved', explanation: changedAfterUnknownMove }
    case 'elsewhere':
      return leftInbox(ctx, batch, result.folderId)
    case 'folder-gone':
      // The sync turns the deleted folder into one without a counterpart in the mailbox.
      await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId: batch.mailbox.id }))
      return folderMissing(targetFolderId)
  }
}

/** Of a message that has left the inbox since it was read. */
async function whereIsIt(ctx: RemoteContext, batch: SortingBatch, messageId: string): Promise<ProcessingOutcome> {
  const message = await withMailbox(ctx, batch.mailbox.id, (mailbox) => mailbox.find(messageId))
  return message ? leftInbox(ctx, batch, message.parentFolderId) : { status: 'left', reason: 'gone' }
}
