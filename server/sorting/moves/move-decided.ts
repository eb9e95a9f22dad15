import type { Context, RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { endMessage } from '../ledger/end-message.ts'
import { branchOf, folderById } from '../ledger/folder-queries.ts'
import type { Ending, LedgerRow } from '../ledger/ledger-queries.ts'
import { keepLease } from '../ledger/lease.ts'
import type { Work } from '../ledger/work.ts'

/** A row whose decision is written down. */
type Decided = Pick<LedgerRow, 'id' | 'targetFolderId' | 'decidedBy'> & { messageId: string }

const folderMissing: Ending = {
  status: 'left',
  reason: 'disabled',
  explanation: 'The folder no longer exists in Outlook, so the mail stayed in the inbox',
}

/**
 * Does what was decided. Looks where the mail is first: in the folder already (an earlier answer was lost) there is nothing to do,
 * and what the user has moved stays where it is (invariant I10).
 */
export async function moveDecided(ctx: RemoteContext, work: Work, message: GraphMessage, row: Decided): Promise<void> {
  const ending = await moveOrLeave(ctx, work, message, row)
  await endMessage(ctx, work, { messageId: row.messageId, logId: row.id, message }, ending)
}

async function moveOrLeave(ctx: RemoteContext, work: Work, message: GraphMessage, row: Decided): Promise<Ending> {
  const { mailbox } = work
  const sorted = { status: 'processed', reason: 'sorted', by: row.decidedBy } as const
  const { targetFolderId } = row
  const isInInbox = message.parentFolderId === work.inboxFolderId
  const thrownAway = isInInbox && targetFolderId !== null && (await isThrownAway(ctx, work, targetFolderId))
  // The folder as it is now, and the lease: no effect begins without right, or once another worker has the mailbox (I7, I12).
  const folder = await ctx.db.asService(async (tx) => {
    await keepLease(tx, work.lease)
    // A target that is gone from our tables was deleted since the decision.
    return targetFolderId && (await folderById(tx, mailbox.id, targetFolderId))
  })
  const target = folder ? folder.provider_folder_id : null
  if (target !== null && message.parentFolderId === target) return { ...sorted, movedAt: ctx.clock.now() }
  if (!folder || !folder.active || !folder.include_in_ai) return { status: 'left', reason: 'disabled' }
  if (target === null) {
    const explanation = 'Decided for a folder that exists only in our system, so the mail was not moved'
    return { ...sorted, explanation }
  }
  if (!isInInbox) return { status: 'left', reason: 'user_moved' }

  if (thrownAway) return toFolderThatIsGone(ctx, work)
  try {
    await withMailbox(ctx, mailbox.id, (graph, token) =>
      graph.moveMessage(token, row.messageId, { from: work.inboxFolderId, to: target }),
    )
  } catch (error) {
    if (!isGone(error)) throw error
    const now = await placeNow(ctx, work, row)
    // The user was quicker by the blink of an eye.
    if (now !== null && now !== work.inboxFolderId && now !== target) return { status: 'left', reason: 'user_moved' }
    if (now !== target) return now === null ? { status: 'left', reason: 'gone' } : toFolderThatIsGone(ctx, work)
  }
  return { ...sorted, movedAt: ctx.clock.now() }
}

/** Outlook says "not found" of a mail, of one that is elsewhere, and of the folder alike: ask for the mail to know which. Null where it is gone. */
async function placeNow(ctx: RemoteContext, { mailbox }: Work, row: Decided): Promise<string | null> {
  try {
    return (await withMailbox(ctx, mailbox.id, (graph, token) => graph.getMessage(token, row.messageId))).parentFolderId
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/**
 * Who deletes a folder in Outlook puts it into the bin, where it lives on under its id and takes mail: nobody would find what we put there,
 * and it goes for good with the bin (checklist A9). The next sync comes too late for that.
 */
async function isThrownAway(ctx: RemoteContext, work: Work, folderId: string): Promise<boolean> {
  const inBin = await foldersInBin(ctx, work)
  if (inBin.length === 0) return false
  const branch = await ctx.db.asService((tx) => branchOf(tx, folderId))
  return branch.some((id) => inBin.includes(id))
}

/** Asked for once for the mails that are sorted together. */
const bins = new WeakMap<Work, Promise<readonly string[]>>()

function foldersInBin(ctx: RemoteContext, work: Work): Promise<readonly string[]> {
  const asked = bins.get(work) ?? withMailbox(ctx, work.mailbox.id, (graph, token) => graph.foldersInBin(token))
  bins.set(work, asked)
  return asked
}

/** The sync finds out, and leaves the folder to the person as one that is ours alone. */
async function toFolderThatIsGone(ctx: Pick<Context, 'db' | 'jobs'>, { mailbox }: Work): Promise<Ending> {
  await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId: mailbox.id }))
  return folderMissing
}
