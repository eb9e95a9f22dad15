import { later, minutes } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../errors.ts'
import {
  type AskedMove,
  askedBefore,
  holdLog,
  type LogToCorrect,
  type OpenMove,
  putAskedMove,
} from './asked-move-queries.ts'
import { logAsShown } from '../learning/correction-queries.ts'
import { folderById } from '../ledger/folder-queries.ts'
import { inboxIdOf } from '../learning/memory.ts'

/** When a job looks after it: later than whoever asks can still be at it. */
const lookAfterMs = minutes(2)

/** A mail of somebody's history. */
interface Mail {
  userId: string
  logId: string
}

/** A mail whose row is held, and what of it is asked already. */
interface Held extends Mail {
  inboxId: string
  log: LogToCorrect
  open: OpenMove | null
}

/**
 * Writes down that the user wants a mail of their history in a folder, with the job that finishes it if we do not, and takes it on.
 * @param folderId null: the inbox
 * @param undoId the undo of many that asks for it: only of a mail that is where we put it, and of which the user says nothing else just now
 * @throws Failure `log_not_found`, `mail_in_progress`, `mail_moved_meanwhile`, `folder_not_found`, `folder_not_in_outlook`; MailboxProblem; VendorError
 */
export function askMove(
  ctx: RemoteContext,
  { folderId, undoId = null, ...mail }: Mail & { folderId: string | null; undoId?: string | null },
): Promise<AskedMove> {
  return holding(ctx, mail, async (tx, held) => {
    const { log, open } = held
    if (undoId !== null && (!log.moved || log.corrected)) fail('mail_moved_meanwhile')
    if (open && undoId !== null && open.undoId !== undoId) fail('mail_in_progress')
    // A word that is being taken back is not what was before this one.
    return writeDown(ctx, tx, held, { folderId, undoId, takesBack: open?.takesBack ?? false, isWord: true })
  })
}

/**
 * The same to take back what the user has said of a mail: that it belongs in this folder.
 * @param folderId null: the inbox
 * @returns null where nothing of what they have said stands any more: there is nothing to do
 * @throws what `askMove` throws; `mail_moved_meanwhile` also where they have said otherwise since
 */
export function askTakeBack(
  ctx: RemoteContext,
  { folderId, ...mail }: Mail & { folderId: string | null },
): Promise<AskedMove | null> {
  return holding(ctx, mail, async (tx, held) => {
    const { log, open } = held
    if (open && (open.undoId !== null || (open.isWord && open.folderId !== folderId))) fail('mail_in_progress')
    const isSaid = log.corrected && log.targetFolderId === folderId && log.before !== null
    const takesBack = isSaid || (open?.takesBack ?? false)
    if (!takesBack && !open) return log.corrected ? fail('mail_moved_meanwhile') : null
    // Not done yet it is no word yet, and the mail belongs where the row has it.
    const there = takesBack ? (log.before?.folderId ?? null) : log.moved ? log.targetFolderId : null
    return writeDown(ctx, tx, held, { folderId: there, undoId: null, takesBack, isWord: false })
  })
}

async function holding<T>(ctx: RemoteContext, mail: Mail, ask: (tx: Tx, held: Held) => Promise<T>): Promise<T> {
  const known = await ctx.db.asService((tx) => logAsShown(tx, mail))
  if (!known) fail('log_not_found')
  const inboxId = await inboxIdOf(ctx, known.mailbox_id)
  return ctx.db.asService(async (tx) => {
    const log = (await holdLog(tx, mail)) ?? fail('log_not_found')
    if (log.status === 'processing') fail('mail_in_progress')
    const open = await askedBefore(tx, mail.logId)
    if (open?.held) fail('mail_in_progress')
    return ask(tx, { ...mail, inboxId, log, open })
  })
}

async function writeDown(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  { userId, logId, inboxId, log, open }: Held,
  wish: Pick<AskedMove, 'folderId' | 'undoId' | 'takesBack' | 'isWord'>,
): Promise<AskedMove> {
  const { mailboxId, messageId } = log
  if (wish.folderId !== null) {
    const folder = (await folderById(tx, mailboxId, wish.folderId)) ?? fail('folder_not_found')
    // Switched off for sorting it is still a place where the user may put a mail.
    if (folder.provider_folder_id === null) fail('folder_not_in_outlook')
  }
  const askedAt = ctx.clock.now()
  const here = log.moved ? log.movedInto : inboxId
  const mayBeIn = [...(here === null ? [] : [here]), ...(open?.places ?? [])]
  const move = { logId, userId, mailboxId, mayBeIn, ...wish }
  const token = await putAskedMove(tx, move, askedAt)
  await ctx.jobs.enqueue(tx, 'finish-asked-move', { logId }, { after: later(askedAt, lookAfterMs) })
  return { ...move, messageId, token, askedAt }
}
