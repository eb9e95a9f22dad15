import { unsureCategory } from '../../../contract/limits.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { later, minutes } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tellPages } from '../../db/live.ts'
import { Failure } from '../../errors.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { MailboxProblem } from '../../mail/mailbox-problem.ts'
import { recordEvents } from '../../mail/inbox.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { type AskedMove, endAskedMove, freeAskedMove } from './asked-move-queries.ts'
import { recordCorrection } from './record-correction.ts'
import { folderById } from '../ledger/folder-queries.ts'
import { inboxIdOf } from '../learning/memory.ts'

const againAfterMs = minutes(1)

/**
 * Does what the user asked, from wherever it stands: in its place already (an earlier answer was lost) there is nothing to move, and what
 * the user has put elsewhere in Outlook meanwhile stays there. The request rests in its table until the row says what is so, so a worker
 * that dies in between is taken over by a job, and a second click finds it held.
 * @returns `waiting` where Outlook does not answer: the job comes back to it
 * @throws Failure where it cannot be done, MailboxProblem; then nothing is asked any more
 */
export async function moveAsAsked(ctx: RemoteContext, asked: AskedMove): Promise<'done' | 'waiting'> {
  try {
    const target = await targetOf(ctx, asked)
    const message = await messageOf(ctx, asked)
    if (message.parentFolderId !== target || isByHand(asked)) {
      if (!asked.mayBeIn.includes(message.parentFolderId)) return await leaveToUser(ctx, asked, message)
      const elsewhere = await move(ctx, asked, { from: message.parentFolderId, to: target })
      if (elsewhere) return await leaveToUser(ctx, asked, elsewhere)
    }
    const { wasUnsure } = await ctx.db.asService((tx) => conclude(ctx, tx, asked, message))
    if (wasUnsure && message.categories.includes(unsureCategory)) await takeUnsureOff(ctx, asked)
    return 'done'
  } catch (error) {
    if (error instanceof VendorError && error.transient) return comeBack(ctx, asked, error)
    // Trouble of our own is no answer to the user: what was asked rests until the job comes to it.
    const refused = error instanceof Failure || error instanceof MailboxProblem || error instanceof VendorError
    if (refused) await ctx.db.asService((tx) => endAskedMove(tx, asked))
    throw error
  }
}

/** Nobody has begun with this one of many: what is in its place already was put there by the user, whose own word about it counts for more. */
const isByHand = ({ undoId, token }: AskedMove): boolean => undoId !== null && token === 1

async function targetOf(ctx: RemoteContext, { mailboxId, folderId }: AskedMove): Promise<string> {
  if (folderId === null) return inboxIdOf(ctx, mailboxId)
  const folder = await ctx.db.asService((tx) => folderById(tx, mailboxId, folderId))
  return folder?.provider_folder_id ?? refuse('folder_gone')
}

async function messageOf(ctx: RemoteContext, { mailboxId, messageId }: AskedMove): Promise<GraphMessage> {
  try {
    return await withMailbox(ctx, mailboxId, (graph, token) => graph.getMessage(token, messageId))
  } catch (error) {
    return isGone(error) ? refuse('mail_gone') : rethrow(error)
  }
}

/** @returns the message where the user was quicker and has put it elsewhere, null where it is in its place now */
async function move(
  ctx: RemoteContext,
  asked: AskedMove,
  { from, to }: { from: string; to: string },
): Promise<GraphMessage | null> {
  const { mailboxId, messageId } = asked
  try {
    await withMailbox(ctx, mailboxId, (graph, token) => graph.moveMessage(token, messageId, { from, to }))
    return null
  } catch (error) {
    // An answer that was lost: found out at once, since later a mail that the user took back would look like one that never moved.
    const lost = error instanceof VendorError && error.transient
    if (lost && (await messageOf(ctx, asked)).parentFolderId === to) return null
    if (!isGone(error)) throw error
    // Outlook says "not found" of a mail, of one that is elsewhere, and of the folder alike: ask for the mail to know which.
    const now = await messageOf(ctx, asked)
    if (now.parentFolderId !== from) return now.parentFolderId === to ? null : now
    await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId }))
    return refuse('folder_gone')
  }
}

async function conclude(
  ctx: Pick<Context, 'clock' | 'jobs' | 'events'>,
  tx: Tx,
  asked: AskedMove,
  message: GraphMessage,
): Promise<{ wasUnsure: boolean }> {
  const recorded = await recordCorrection(ctx, tx, asked, message)
  if (!recorded) return { wasUnsure: false }
  const { mailboxId, logId, userId } = asked
  await tellPages(tx, userId, { type: 'log', mailboxId, logId, status: recorded.status })
  return recorded
}

/** The user was quicker in Outlook. Brought back to the inbox it is a word of its own, which the sorter has put off while this was asked. */
async function leaveToUser(ctx: RemoteContext, asked: AskedMove, message: GraphMessage): Promise<never> {
  const inbox = await inboxIdOf(ctx, asked.mailboxId)
  await ctx.db.asService(async (tx) => {
    await endAskedMove(tx, asked)
    if (message.parentFolderId === inbox) await recordEvents(ctx, tx, asked.mailboxId, [asked.messageId], 'manual')
  })
  return refuse('mail_moved_meanwhile')
}

async function comeBack(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  asked: AskedMove,
  trouble: VendorError,
): Promise<'waiting'> {
  const after = later(ctx.clock.now(), Math.max(trouble.retryAfterMs ?? 0, againAfterMs))
  await ctx.db.asService(async (tx) => {
    await freeAskedMove(tx, asked)
    await ctx.jobs.enqueue(tx, 'finish-asked-move', { logId: asked.logId }, { after })
  })
  return 'waiting'
}

/** The user has decided, so it is not unsure any more. Decoration: whatever goes wrong, the mail is where it should be. */
async function takeUnsureOff(ctx: RemoteContext, { mailboxId, messageId }: AskedMove): Promise<void> {
  const unmarked = (categories: string[]): string[] | null =>
    categories.includes(unsureCategory) ? categories.filter((category) => category !== unsureCategory) : null
  try {
    await withMailbox(ctx, mailboxId, (graph, token) => graph.changeCategories(token, messageId, unmarked))
  } catch (error) {
    ctx.events.backgroundError({ part: 'unsure-category', error })
  }
}

function refuse(code: ErrorCode): never {
  throw new Failure(code)
}

function rethrow(error: unknown): never {
  throw error
}
