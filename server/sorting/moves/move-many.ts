import type { NotUndoneReason } from '../../../contract/functions/undo-sorting.ts'
import { addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { commitWithoutWaiting } from '../../db/asynchronous-commit.ts'
import type { Tx } from '../../db/database.ts'
import { mailboxJobRetryMs } from '../../limits.ts'
import { type MoveRequest, requestMove } from './request-move.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { AppError } from '../../errors.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { retryWaitMs } from '../../mail/access/mailbox-failure.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { MovesOfMailbox } from './deleted-folders.ts'
import { performRequestedMove } from './perform-requested-move.ts'

const bulkUndoBatchSize = 20

type Result =
  | { is: 'moved' }
  | { is: 'not-moved'; reason: NotUndoneReason }
  /** Another worker is moving this message: it is retried, the others go on. */
  | { is: 'later' }
  /** Outlook or the mailbox is not available: all moves wait. */
  | { is: 'waiting'; forMs: number }

/** Why the moves of many messages stopped, to be continued. */
type Postponed = Extract<Result, { is: 'later' | 'waiting' }>

/** Moves one of the messages that the user has requested to move together. */
async function moveOneOfMany(ctx: RemoteContext, request: MoveRequest, moves?: MovesOfMailbox): Promise<Result> {
  try {
    const moved = await performRequestedMove(ctx, await requestMove(ctx, request), moves)
    return moved === 'done' ? { is: 'moved' } : { is: 'waiting', forMs: mailboxJobRetryMs }
  } catch (error) {
    const forMs = error instanceof MailboxAccessError ? mailboxJobRetryMs : retryWaitMs(error)
    if (forMs !== null) return { is: 'waiting', forMs }
    if (error instanceof VendorError) return { is: 'not-moved', reason: 'refused' }
    if (!(error instanceof AppError)) throw error
    if (error.code === 'mail_in_progress') return { is: 'later' }
    return { is: 'not-moved', reason: reasons[error.code] ?? 'refused' }
  }
}

const reasons: Partial<Record<ErrorCode, NotUndoneReason>> = {
  mail_moved_meanwhile: 'moved',
  mail_gone: 'gone',
  log_not_found: 'gone',
}

/** `isBack`: the moves of a press that the user has undone meanwhile; their positions begin again. */
export interface ManyMovesPosition {
  isBack: boolean
  position: number
}

export interface NextOfMany {
  isBack: boolean
  /** Null where none is left. */
  item: { logId: string; position: number } | null
}

/** The emails of a bulk undo, or of a press of Tidy up, that a worker has claimed. */
interface ManyMoves {
  mailboxId: string
  job: 'undo-sorting' | 'tidy-up'
  /** Extends the claim. @returns null where another worker has claimed it, or it has ended */
  next(tx: Tx, after: ManyMovesPosition): Promise<NextOfMany | null>
  requestOf(logId: string, isBack: boolean): MoveRequest
  isExpired(isBack: boolean): boolean
  recordNotMoved(tx: Tx, request: MoveRequest, reason: NotUndoneReason): Promise<void>
  /** The emails without an outcome stay where they are. @returns false where more are to be moved meanwhile */
  finish(tx: Tx, isBack: boolean): Promise<boolean>
  release(tx: Tx, isWaiting: boolean): Promise<void>
  publish(tx: Tx): Promise<void>
}

/**
 * Moves the emails one by one, each as a requested move. A worker that takes over continues with the emails that have
 * no outcome.
 * @returns whether a job continues them later
 */
export async function moveMany(ctx: RemoteContext, many: ManyMoves): Promise<boolean> {
  let postponed: Postponed | null = null
  let after: ManyMovesPosition = { isBack: false, position: 0 }
  let moves = { mailbox: { id: many.mailboxId } }
  for (let moved = 1; ; moved++) {
    const last = after
    const [open] = await ctx.db.asService((tx, sendLast) =>
      sendLast(() => [many.next(tx, last), commitWithoutWaiting(tx)]),
    )
    if (!open) return false
    const { isBack, item } = open
    if (isBack !== after.isBack) postponed = null
    if (!item || many.isExpired(isBack)) {
      if (item === null && postponed) return retryLater(ctx, many, postponed)
      if (await ctx.db.asService((tx) => many.finish(tx, isBack))) return false
      after = { isBack, position: 0 }
      continue
    }
    const request = many.requestOf(item.logId, isBack)
    const result = await moveOneOfMany(ctx, request, moves)
    if (result.is === 'waiting') return retryLater(ctx, many, result)
    if (result.is === 'later') postponed = result
    // The next attempt repeats an outcome that is lost.
    if (result.is === 'not-moved')
      await ctx.db.asService((tx, sendLast) =>
        sendLast(() => [many.recordNotMoved(tx, request, result.reason), commitWithoutWaiting(tx)]),
      )
    after = { isBack, position: item.position }
    if (moved % bulkUndoBatchSize !== 0) continue
    // The folder may be deleted meanwhile.
    moves = { mailbox: { id: many.mailboxId } }
    await ctx.db.asService((tx) => many.publish(tx))
  }
}

async function retryLater(ctx: RemoteContext, many: ManyMoves, postponed: Postponed): Promise<true> {
  const { job, mailboxId } = many
  const forMs = postponed.is === 'waiting' ? postponed.forMs : mailboxJobRetryMs
  await ctx.db.asService(async (tx) => {
    await many.release(tx, postponed.is === 'waiting')
    await ctx.jobs.enqueue(tx, job, { mailboxId }, { after: addMs(ctx.clock.now(), forMs) })
    await many.publish(tx)
  })
  return true
}
