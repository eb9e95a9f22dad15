import { scheduleOf } from '../../../contract/filing-time.ts'
import type { RemoteContext } from '../../context.ts'
import { hasCategory } from '../../mail/folders/folder-categories.ts'
import { storedSettingsOf } from '../../mail/mailboxes/mailbox-settings-queries.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { finishMessage, publishProcessingLog } from '../completion/finish-message.ts'
import type { SortingBatch } from '../completion/sorting-batch.ts'
import { byMove, filingOf } from '../folders/filing-queries.ts'
import { withLease } from '../lease/lease.ts'
import type { FilingDelay } from '../log/processing-log-queries.ts'
import { recordUntagged } from '../moves/detect-undone-move.ts'
import { authorizeMove } from '../moves/authorize-move.ts'
import { moveToDecidedFolder } from '../moves/move-to-decided-folder.ts'
import { isInPreviewMode } from '../preview/preview-mode.ts'
import { deleteInboxEvent, type InboxEvent } from '../queue/inbox-event-queries.ts'
import { delayAt, isDue } from './delay-decision.ts'
import { lockDelayedLog, saveDelays, startFiling, type DelayedLog } from './delayed-log-queries.ts'

/**
 * Files an email that waits in the inbox, if it is due by what was just read of it. From `startFiling` on it is an
 * email whose worker has died after the decision. One that has left the inbox ends like others that the user moved.
 */
export async function fileDelayed(
  ctx: RemoteContext,
  batch: SortingBatch,
  { messageId, versionBeforeMove }: InboxEvent,
  logId: string,
  message: Message | null,
): Promise<void> {
  const { mailbox, lease } = batch
  const now = ctx.clock.now()
  const started = await withLease(ctx, lease, async (tx) => {
    const delayed = await lockDelayedLog(tx, logId)
    const delay =
      delayed && message?.parentFolderId === batch.inboxFolderId ? delayNow(batch, delayed, message, now) : null
    if (delayed && delay && message && isUntagged(delayed, message)) {
      await recordUntagged(ctx, tx, batch, { message, logId, from: delayed.folder?.id ?? null })
      return null
    }
    if (!delayed || (delay && !isDue(delay, now))) {
      await deleteInboxEvent(tx, mailbox.id, messageId)
      if (!delayed || !delay || !isChanged(delayed, delay)) return null
      await saveDelays(tx, [{ id: logId, ...delay }])
      await publishProcessingLog(tx, mailbox, logId, 'left')
      return null
    }
    const filing = message ? filingOf(batch, withoutTag(message, delayed), delayed.folder?.id ?? null) : byMove
    const log = { id: logId, messageId, versionBeforeMove, ...(await startFiling(tx, logId, filing)) }
    return { log, authorization: message && (await authorizeMove(tx, batch, log, message)) }
  })
  if (!started) return
  if (message) await moveToDecidedFolder(ctx, batch, message, started.log, started.authorization)
  else await finishMessage(ctx, batch, { messageId, logId, message }, { status: 'left', reason: 'gone' })
}

/** The user has taken its tag off. File now is the later wish. */
export const isUntagged = (
  { category, isTagged, isRequested }: DelayedLog,
  { categories }: Pick<Message, 'categories'>,
): boolean => category !== null && isTagged && !isRequested && !hasCategory(categories, category)

const withoutTag = ({ categories }: Message, { category }: DelayedLog): Pick<Message, 'categories'> => ({
  categories: categories.filter((each) => category === null || !hasCategory([each], category)),
})

interface AboutMailbox {
  mailbox: MailboxRow
  timeZone: string
}

/**
 * When the email is filed by the settings of now. An email that the user marks as unread again waits again.
 * @param state null where it is not known whether the email is read
 */
export function delayNow(
  { mailbox, timeZone }: AboutMailbox,
  delayed: DelayedLog,
  state: { isRead: boolean } | null,
  now: Date,
): FilingDelay {
  const { readAt: before, hasCode, decidedAt, folder, isRequested, isActing } = delayed
  const isSame = state === null || (isActing && before === null)
  const readAt = isSame ? before : state.isRead ? (before ?? now) : null
  // An email without a folder is due, and then stays.
  if (isRequested || folder === null) {
    const fileAt = isDue(delayed, now) ? delayed.fileAt : now
    return { fileAt, fileOnceRead: false, readAt, hasCode }
  }
  const schedule = scheduleOf(folder, storedSettingsOf(mailbox))
  const sinceDecision = delayAt(schedule, { decidedAt, readAt, hasCode }, timeZone)
  // An hour that has passed before it was chosen is none to wait for: the next one is.
  const hasPassed = schedule.fileWhen === 'at_hours' && isDue(sinceDecision, now) && !isDue(delayed, now)
  const email = { decidedAt: now, readAt: readAt && now, hasCode }
  const delay = hasPassed ? { ...delayAt(schedule, email, timeZone), readAt } : sinceDecision
  // Nothing is moved until the preview ends.
  return isInPreviewMode(mailbox, now) && isDue(delay, now) ? { ...delay, fileAt: mailbox.preview_until } : delay
}

export const isChanged = (before: FilingDelay, after: FilingDelay): boolean =>
  before.fileAt?.getTime() !== after.fileAt?.getTime() ||
  before.fileOnceRead !== after.fileOnceRead ||
  before.readAt?.getTime() !== after.readAt?.getTime()
