import {
  MailGraphInput,
  MailGraphOutput,
  type MailboxList,
  type MailboxStatus,
} from '../../contract/functions/mail-graph.ts'
import type { Mailbox } from '../../contract/connected-mailbox.ts'
import type { z } from 'zod'
import type { Context, RemoteContext } from '../context.ts'
import { fail } from '../errors.ts'
import type { Caller } from '../http/request/caller.ts'
import { functionRoute, perUser, type FunctionRoute } from '../http/routing/route.ts'
import { createFolder } from './folders/create-folder.ts'
import { restoreFolder } from './folders/restore-folder.ts'
import { syncMailbox } from './folders/sync-mailbox.ts'
import { mapMailboxFailure } from './access/mailbox-failure.ts'
import { findOwnMailbox, listMailboxes } from './mailboxes/mailbox-queries.ts'
import { providerOf } from './providers/mail-providers.ts'

/** Two names for the same function. */
export const mailGraph = declareMailGraph('mail-graph')
export const microsoftGraph = declareMailGraph('microsoft-graph')

function declareMailGraph(name: string): FunctionRoute {
  return functionRoute(name, {
    auth: 'user',
    limit: perUser(240, 'minute'),
    input: MailGraphInput,
    output: MailGraphOutput,
    handle: (ctx, { user, input }) => handleAction(ctx, user, input),
  })
}

async function handleAction(
  ctx: RemoteContext,
  { userId }: Caller,
  input: MailGraphInput,
): Promise<z.input<typeof MailGraphOutput>> {
  const { mailboxId } = input
  if (input.action === 'status')
    return mailboxId === undefined ? listStatus(ctx, userId) : mailboxStatus(ctx, userId, mailboxId)
  const at = { userId, mailboxId: input.mailboxId }
  if (input.action === 'create-folder') return { success: true, folder: await createFolder(ctx, at, input) }
  if (input.action === 'restore-folder') {
    const { is_custom } = await restoreFolder(ctx, { ...at, folderId: input.folderId })
    return { success: true, in_outlook: !is_custom }
  }
  if (!(await ctx.db.asService((tx) => findOwnMailbox(tx, at)))) fail('mailbox_not_found')
  return { success: true, folder_count: await mapMailboxFailure(() => syncMailbox(ctx, at.mailboxId)) }
}

/** The user's mailboxes as the function returns them. */
async function mailboxesOf({ db }: Pick<Context, 'db'>, userId: string, mailboxId?: string): Promise<Mailbox[]> {
  const mailboxes = await db.asService((tx) => listMailboxes(tx, userId, mailboxId))
  return mailboxes.map((mailbox) => {
    const { signIn, hasWebLinks } = providerOf(mailbox.provider)
    return { ...mailbox, sign_in: signIn, has_web_links: hasWebLinks }
  })
}

async function listStatus(ctx: Pick<Context, 'db'>, userId: string): Promise<z.input<typeof MailboxList>> {
  const mailboxes = await mailboxesOf(ctx, userId)
  return { connected: mailboxes.length > 0, mailboxes }
}

async function mailboxStatus(
  ctx: Pick<Context, 'db'>,
  userId: string,
  mailboxId: string,
): Promise<z.input<typeof MailboxStatus> | { connected: false }> {
  const [mailbox] = await mailboxesOf(ctx, userId, mailboxId)
  return mailbox ? { ...mailbox, connected: true, mailbox_id: mailbox.id } : { connected: false }
}
