import type { LeftAlone } from '../../../contract/functions/undo-sorting.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { days, later, minutes } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tellPages } from '../../db/live.ts'
import { Failure } from '../../errors.ts'
import { MailboxProblem } from '../../mail/mailbox-problem.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { askMove } from '../moves/ask-move.ts'
import { type ClaimedUndo, claimUndo, endUndo, freeUndo, keepUndo, openItems } from './bulk-undo-queries.ts'
import { noteOutcome } from '../moves/asked-move-queries.ts'
import { moveAsAsked } from '../moves/move-as-asked.ts'

/** After that the person has long gone on with their mail: what moves then would surprise. */
const longestWait = days(1)
const againAfterMs = minutes(1)
/** The pages are told after so many. */
const atOnce = 20

type Result =
  | { is: 'undone' }
  | { is: 'left-alone'; reason: LeftAlone }
  /** Somebody is at this very mail: it comes again, the others go on. */
  | { is: 'later' }
  /** Outlook, or the mailbox, does not take calls now: nothing goes on. */
  | { is: 'waiting'; forMs: number }

/**
 * Undoes what is asked for, mail by mail, each the way of a single undo: written down, looked at where it stands, moved, recorded, once.
 * Whoever takes over after a worker died goes on with what has no outcome yet.
 */
export async function undoMany(ctx: RemoteContext, { mailboxId }: { mailboxId: string }): Promise<void> {
  const undo = await ctx.db.asService((tx) => claimUndo(tx, mailboxId))
  if (!undo) return
  if (ctx.clock.now().getTime() - undo.startedAt.getTime() >= longestWait) return end(ctx, undo)
  const stopped = await workThrough(ctx, undo)
  if (stopped === 'overtaken') return
  if (stopped === 'through') return end(ctx, undo)
  await comeBack(ctx, undo, stopped)
}

async function workThrough(ctx: RemoteContext, undo: ClaimedUndo): Promise<'through' | 'overtaken' | Result> {
  let postponed: Result | null = null
  for (let after = 0; ; ) {
    const from = after
    const items = await ctx.db.asService((tx) => openItems(tx, undo.undoId, { after: from, most: atOnce }))
    if (items.length === 0) return postponed ?? 'through'
    for (const { logId, position } of items) {
      const answered = after > 0
      if (!(await ctx.db.asService((tx) => keepUndo(tx, undo, answered)))) return 'overtaken'
      const result = await undoOne(ctx, undo, logId)
      if (result.is === 'waiting') return result
      if (result.is === 'later') postponed = result
      if (result.is === 'left-alone')
        await ctx.db.asService((tx) => noteOutcome(tx, { undoId: undo.undoId, logId }, result.reason))
      after = position
    }
    await ctx.db.asService((tx) => tell(tx, undo))
  }
}

async function undoOne(ctx: RemoteContext, { userId, undoId }: ClaimedUndo, logId: string): Promise<Result> {
  try {
    const asked = await askMove(ctx, { userId, logId, folderId: null, undoId })
    const moved = await moveAsAsked(ctx, asked)
    return moved === 'done' ? { is: 'undone' } : { is: 'waiting', forMs: againAfterMs }
  } catch (error) {
    if (error instanceof MailboxProblem) return { is: 'waiting', forMs: againAfterMs }
    if (error instanceof VendorError)
      return error.transient
        ? { is: 'waiting', forMs: Math.max(error.retryAfterMs ?? 0, againAfterMs) }
        : { is: 'left-alone', reason: 'refused' }
    if (!(error instanceof Failure)) throw error
    if (error.code === 'mail_in_progress') return { is: 'later' }
    return { is: 'left-alone', reason: reasons[error.code] ?? 'refused' }
  }
}

const reasons: Partial<Record<ErrorCode, LeftAlone>> = {
  mail_moved_meanwhile: 'moved',
  mail_gone: 'gone',
  log_not_found: 'gone',
}

async function end(ctx: Pick<Context, 'clock' | 'db'>, undo: ClaimedUndo): Promise<void> {
  await ctx.db.asService(async (tx) => {
    if (!(await keepUndo(tx, undo, true))) return
    await endUndo(tx, undo.mailboxId, { state: 'done', rest: 'not_answered', now: ctx.clock.now() })
    await tell(tx, undo)
  })
}

async function comeBack(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>, undo: ClaimedUndo, result: Result): Promise<void> {
  const { mailboxId } = undo
  const forMs = result.is === 'waiting' ? result.forMs : againAfterMs
  await ctx.db.asService(async (tx) => {
    await freeUndo(tx, undo, result.is === 'waiting')
    await ctx.jobs.enqueue(tx, 'undo-sorting', { mailboxId }, { after: later(ctx.clock.now(), forMs) })
    await tell(tx, undo)
  })
}

const tell = (tx: Tx, { userId, mailboxId }: ClaimedUndo): Promise<void> =>
  tellPages(tx, userId, { type: 'bulk-undo', mailboxId })
