import { FolderActivityInput, FolderActivityOutput } from '../../contract/functions/folder-activity.ts'
import { overviewDays } from '../../contract/limits.ts'
import { days, addMs } from '../clock.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { sortedByFolder } from './queries.ts'

/** How many emails were sorted into each folder of a mailbox. */
export const folderActivity = functionRoute('folder-activity', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: FolderActivityInput,
  output: FolderActivityOutput,
  async handle(ctx, { user: { userId }, input: { mailboxId } }): Promise<FolderActivityOutput> {
    const since = addMs(ctx.clock.now(), days(-overviewDays))
    return { folders: await ctx.db.asService((tx) => sortedByFolder(tx, { userId, mailboxId, since })) }
  },
})
