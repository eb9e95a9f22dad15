import { FileNowInput, FileNowOutput } from '../../../contract/functions/file-now.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { recordInboxEventsOfMany } from '../../mail/inbox-events/record-inbox-events.ts'
import { processingLogOfUser } from '../log/processing-log-access-queries.ts'
import { requestFiling } from './delayed-log-queries.ts'

export const fileNow = functionRoute('file-now', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: FileNowInput,
  output: FileNowOutput,
  async handle(ctx, { user: { userId }, input }): Promise<FileNowOutput> {
    const logId = input.action === 'one' ? input.logId : null
    return ctx.db.asService(async (tx) => {
      if (logId !== null && !(await processingLogOfUser(tx, { userId, logId }))) fail('log_not_found')
      const messages = await requestFiling(tx, { userId, logId }, ctx.clock.now())
      await recordInboxEventsOfMany(ctx, tx, messages, 'waiting')
      return { started: messages.length }
    })
  },
})
