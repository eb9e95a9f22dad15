import type { ErrorCode } from '../../../contract/errors.ts'
import type { NotUndoneReason } from '../../../contract/functions/undo-sorting.ts'
import type { RemoteContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { mailboxJobRetryMs } from '../../limits.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { retryWaitMs } from '../../mail/access/mailbox-failure.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { MovesOfMailbox } from './deleted-folders.ts'
import { performRequestedMove } from './perform-requested-move.ts'
import { requestMove, type MoveRequest } from './request-move.ts'

type Result =
  | { is: 'moved' }
  | { is: 'not-moved'; reason: NotUndoneReason }
  /** Another worker is moving this message: it is retried, the others go on. */
  | { is: 'later' }
  /** Outlook or the mailbox is not available: all moves wait. */
  | { is: 'waiting'; forMs: number }

/** Why the moves of many messages stopped, to be continued. */
export type Postponed = Extract<Result, { is: 'later' | 'waiting' }>

/** Moves one of the messages that the user has requested to move together. */
export async function moveOneOfMany(ctx: RemoteContext, request: MoveRequest, moves?: MovesOfMailbox): Promise<Result> {
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
