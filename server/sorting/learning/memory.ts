import type { Context } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { activeFoldersOf, type MailboxRow } from '../../mail/queries.ts'
import { createModel, decode, type Model } from '../classifier/model.ts'
import type { Candidate } from '../decision/decide.ts'
import { inboxFolderIdOf, keepInboxFolderId } from '../ledger/folder-queries.ts'
import { storedModel } from './learning-queries.ts'

/** What the mailbox knows at the beginning of a run. A model of another version is no help; the learning job rebuilds it. */
export async function loadMemory(
  ctx: Context,
  mailbox: MailboxRow,
): Promise<{ model: Model; candidates: Candidate[]; inboxFolderId: string }> {
  const { stored, folders } = await ctx.db.asService(async (tx) => ({
    stored: await storedModel(tx, mailbox.id),
    folders: await activeFoldersOf(tx, mailbox.id),
  }))
  const candidates = folders.map(({ id, display_name, instructions }) => ({ id, name: display_name, instructions }))
  const model = (stored && decode(stored.state)) ?? createModel()
  return { model, candidates, inboxFolderId: await inboxIdOf(ctx, mailbox.id) }
}

/** Outlook's id of the mailbox's inbox, asked for once. @throws what the mail room throws */
export async function inboxIdOf(ctx: Context, mailboxId: string): Promise<string> {
  const known = await ctx.db.asService((tx) => inboxFolderIdOf(tx, mailboxId))
  if (known !== null) return known
  const id = await withMailbox(ctx, mailboxId, (graph, token) => graph.inboxId(token))
  await ctx.db.asService((tx) => keepInboxFolderId(tx, mailboxId, id))
  return id
}
