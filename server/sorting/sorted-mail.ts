import { SortedMailInput, SortedMailOutput } from '../../contract/functions/sorted-mail.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import { orOutlookFailure } from '../mail/outlook-failure.ts'
import { askMove, askTakeBack } from './moves/ask-move.ts'
import { logAsShown } from './learning/correction-queries.ts'
import { moveAsAsked } from './moves/move-as-asked.ts'

/** The user's last word about a mail of the history, Undo and Move to…, and the way to take it back. */
export const sortedMail = fn('sorted-mail', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: SortedMailInput,
  output: SortedMailOutput,
  async handle(ctx, { user: { userId }, input }): Promise<SortedMailOutput> {
    const { logId } = input
    const folderId = input.action === 'undo' ? null : input.folderId
    const ask = input.action === 'take-back' ? askTakeBack : askMove
    const outcome = await orOutlookFailure(async () => {
      const asked = await ask(ctx, { userId, logId, folderId })
      return asked && moveAsAsked(ctx, asked)
    })
    const log = await ctx.db.asService((tx) => logAsShown(tx, { userId, logId }))
    return { success: true, waiting: outcome === 'waiting', log: log ?? fail('log_not_found') }
  },
})
