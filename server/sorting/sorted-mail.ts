import { SortedMailInput, SortedMailOutput } from '../../contract/functions/sorted-mail.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { mapMailboxFailure } from '../mail/access/mailbox-failure.ts'
import { performRequestedMove } from './moves/perform-requested-move.ts'
import { requestMove, requestRetraction } from './moves/request-move.ts'
import { processingLogOfUser } from './log/processing-log-access-queries.ts'

/** Corrections in the processing history: Undo, Move to…, and the retraction of a correction. */
export const sortedMail = functionRoute('sorted-mail', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: SortedMailInput,
  output: SortedMailOutput,
  async handle(ctx, { user: { userId }, input }): Promise<SortedMailOutput> {
    const { logId, folderId } = input
    const request = input.action === 'take-back' ? requestRetraction : requestMove
    const outcome = await mapMailboxFailure(async () => {
      const requested = await request(ctx, { userId, logId, folderId })
      return requested && performRequestedMove(ctx, requested)
    })
    const log = await ctx.db.asService((tx) => processingLogOfUser(tx, { userId, logId }))
    return { success: true, waiting: outcome === 'waiting', log: log ?? fail('log_not_found') }
  },
})
