import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { unsureMail } from './correction-queries.ts'
import { learnAnew } from './learn-anew.ts'
import { forgetWord, restoreLog } from './take-back-queries.ts'

/**
 * What the user has said of a mail was never said: its row is as before, what was learned from it is forgotten, and teaches nothing by
 * that. To be called once the mail is where it was before; what actions have done to it meanwhile stays.
 */
export async function takeBackWord(
  ctx: Pick<Context, 'jobs' | 'events'>,
  tx: Tx,
  { logId, mailboxId }: { logId: string; mailboxId: string },
): Promise<void> {
  if (await forgetWord(tx, logId)) await learnAnew(ctx, tx, mailboxId)
  await restoreLog(tx, logId)
  if (await unsureMail(tx, logId)) await ctx.jobs.enqueue(tx, 'mark-unsure', { logId })
  ctx.events.correctionTakenBack({ mailboxId, logId })
}
