import { folderNameProblem } from '../../../contract/mailbox.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import type { RemoteContext } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { fail } from '../../errors.ts'
import { isFolderExists } from '../../vendors/graph-error.ts'
import type { GraphFolder } from '../../vendors/graph.ts'
import { withMailbox } from '../access-token.ts'
import { asOutlookFailure, isUnreachable } from '../outlook-failure.ts'
import { mailboxOf } from '../queries.ts'
import { addFolder, nameTaken } from './queries.ts'

/**
 * Makes a folder in Outlook, directly below the root. Where Outlook cannot be reached it is kept as custom and made there at a later
 * sync (decision 5); whether the request had gone through after all is looked at then.
 */
export async function createFolder(
  ctx: RemoteContext,
  at: { userId: string; mailboxId: string },
  wanted: string,
): Promise<EmailFolder> {
  const problem = folderNameProblem(wanted)
  if (problem) fail(problem)
  const name = wanted.trim()
  await ctx.db.asService(async (tx) => {
    if (!(await mailboxOf(tx, at))) fail('mailbox_not_found')
    if (await nameTaken(tx, at.mailboxId, name)) fail('folder_exists')
  })
  const made = await makeInOutlook(ctx, at.mailboxId, name)
  return ctx.db.asService(async (tx) => {
    // Of two requests at once, with Outlook away, the index on custom names lets one through.
    const folder = (await addFolder(tx, at, name, made)) ?? fail(made ? 'mailbox_disconnected' : 'folder_exists')
    await tellPages(tx, at.userId, { type: 'folders', mailboxId: at.mailboxId })
    return { ...folder, instructions_changed_at: null }
  })
}

/** @returns null where Outlook cannot be reached */
async function makeInOutlook(ctx: RemoteContext, mailboxId: string, name: string): Promise<GraphFolder | null> {
  try {
    return await withMailbox(ctx, mailboxId, (graph, token) => graph.createFolder(token, name))
  } catch (error) {
    if (isFolderExists(error)) fail('folder_exists')
    if (isUnreachable(error)) return null
    throw asOutlookFailure(error)
  }
}
