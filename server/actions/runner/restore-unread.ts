import { z } from 'zod'
import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { classifyFailure } from '../../outages/classify-failure.ts'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import type { ActiveRun } from './action-runner.ts'
import { RunStopped } from './run-stopped.ts'

/** Outlook marks the original as read while it creates a draft; both times have whole seconds. */
const markedReadByDraftMs = 3000

/**
 * In the progress of a run that creates a draft: when the original was changed last while it was unread. Absent where
 * it was read, and where its read state is restored.
 */
export const unreadMark = { unreadAt: z.coerce.date().optional() }
export interface UnreadMark {
  unreadAt?: Date | undefined
}

/** Directly before the draft is created: its text takes a while, in which the user may read the message. */
export async function readUnreadMark(
  mailbox: Pick<MailboxClient, 'readState'>,
  { id, isRead }: Pick<Message, 'id' | 'isRead'>,
): Promise<UnreadMark> {
  const state = isRead ? 'not-there' : await mailbox.readState(id)
  return state === 'not-there' || state.isRead ? {} : { unreadAt: state.changedAt }
}

type UnreadRun = Pick<ActiveRun<'draft_reply'>, 'mailboxId' | 'messageId' | 'beforeRestore'>
const Progress = z.looseObject({ unreadAt: z.coerce.date() })
type Progress = z.infer<typeof Progress>

/** @param progress what is stored for the run */
export const mayHaveMarkedRead = (progress: unknown): boolean => Progress.safeParse(progress).success

/**
 * Outlook may mark a message as read when a reply or a forward is created. Marks it as unread again, unless the user
 * has read it. Outlook is not called if it was read before. The draft is what counts: it stays where this is refused.
 * @param progress what is stored for the run: its mark says that the message was unread before the draft was created
 * @throws RunStopped if another worker has the run or it is paused; VendorError or MailboxAccessError: the next attempt
 * tries again
 */
export async function restoreUnread(
  ctx: RemoteContext,
  run: UnreadRun,
  progress: unknown,
  draft: Draft | null,
): Promise<void> {
  const unread = Progress.safeParse(progress)
  if (!unread.success || !draft) return
  try {
    // Once more where the message has changed in between.
    if ((await markUnreadAgain(ctx, run, unread.data, draft)) === 'changed')
      await markUnreadAgain(ctx, run, unread.data, draft)
  } catch (error) {
    if (error instanceof RunStopped && typeof error.stop !== 'string') return
    const { kind, outage } = classifyFailure(error)
    if (kind !== 'refused' || outage !== null) throw error
    ctx.events.backgroundError({ part: 'read-state', error })
  }
}

const markUnreadAgain = (ctx: RemoteContext, run: UnreadRun, progress: Progress, draft: Draft) =>
  withMailbox(ctx, run.mailboxId, async (mailbox) => {
    const state = await mailbox.readState(run.messageId)
    if (state === 'not-there' || !state.isRead || isReadByUser(state.changedAt, progress, draft)) return 'not-needed'
    await run.beforeRestore(progress)
    return mailbox.markUnread({ id: run.messageId, version: state.version })
  })

/** The last change was made neither with the draft nor before the message was seen unread. All times are Outlook's. */
const isReadByUser = (changedAt: Date, { unreadAt }: Progress, { createdAt }: Draft): boolean =>
  changedAt > unreadAt && Math.abs(changedAt.getTime() - createdAt.getTime()) > markedReadByDraftMs
