import {
  MailGraphInput,
  MailGraphOutput,
  type MailboxList,
  type MailboxStatus,
} from '../../contract/functions/mail-graph.ts'
import type { z } from 'zod'
import type { Context, RemoteContext } from '../context.ts'
import { fail } from '../errors.ts'
import type { Caller } from '../http/caller.ts'
import { fn, perUser, type FunctionRoute } from '../http/route.ts'
import { createFolder } from './folders/create-folder.ts'
import { syncFolders } from './folders/sync-folders.ts'
import { orOutlookFailure } from './outlook-failure.ts'
import { mailboxOf, statusOfMailboxes } from './queries.ts'

/** The specification names both for the same actions. */
export const mailGraph = declare('mail-graph')
export const microsoftGraph = declare('microsoft-graph')

function declare(name: string): FunctionRoute {
  return fn(name, {
    auth: 'user',
    limit: perUser(240, 'minute'),
    input: MailGraphInput,
    output: MailGraphOutput,
    handle: (ctx, { user, input }) => answer(ctx, user, input),
  })
}

async function answer(
  ctx: RemoteContext,
  { userId }: Caller,
  input: MailGraphInput,
): Promise<z.input<typeof MailGraphOutput>> {
  const { mailboxId } = input
  if (input.action === 'status') return mailboxId === undefined ? listOf(ctx, userId) : statusOf(ctx, userId, mailboxId)
  const at = { userId, mailboxId: input.mailboxId }
  if (input.action === 'create-folder') return { success: true, folder: await createFolder(ctx, at, input.folderName) }
  if (!(await ctx.db.asService((tx) => mailboxOf(tx, at)))) fail('mailbox_not_found')
  return { success: true, folder_count: await orOutlookFailure(() => syncFolders(ctx, at.mailboxId)) }
}

async function listOf(ctx: Pick<Context, 'db'>, userId: string): Promise<z.input<typeof MailboxList>> {
  const mailboxes = await ctx.db.asService((tx) => statusOfMailboxes(tx, userId))
  return { connected: mailboxes.length > 0, mailboxes }
}

async function statusOf(
  ctx: Pick<Context, 'db'>,
  userId: string,
  mailboxId: string,
): Promise<z.input<typeof MailboxStatus> | { connected: false }> {
  const [mailbox] = await ctx.db.asService((tx) => statusOfMailboxes(tx, userId, mailboxId))
  return mailbox ? { ...mailbox, connected: true, mailbox_id: mailbox.id } : { connected: false }
}
