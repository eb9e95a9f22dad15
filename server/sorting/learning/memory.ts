import type { Context, RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { activeFoldersOf, type MailboxRow } from '../../mail/queries.ts'
import { createModel, decode, type Model } from '../../../packages/classifier/model.ts'
import type { Candidate } from '../decision/decide.ts'
import { inboxFolderIdOf, keepInboxFolderId } from '../ledger/folder-queries.ts'
import { storedModel } from './learning-queries.ts'

/** What a run over the mailbox begins with. A model of another version is learned anew, from the first mail on. @throws what the mail room throws */
export async function loadMemory(
  ctx: RemoteContext,
  mailbox: MailboxRow,
): Promise<{ model: Model; candidates: Candidate[]; inboxFolderId: string }> {
  const { isOutdated, ...learned } = await loadLearned(ctx, mailbox)
  if (isOutdated) await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId: mailbox.id }))
  return { ...learned, inboxFolderId: await inboxIdOf(ctx, mailbox.id) }
}

/** What the mailbox has learned, and where mail may go; only read. A model of another version is no help: the learning job rebuilds it. */
export async function loadLearned(
  ctx: Pick<Context, 'db'>,
  mailbox: MailboxRow,
): Promise<{ model: Model; candidates: Candidate[]; isOutdated: boolean }> {
  const { stored, folders } = await ctx.db.asService(async (tx) => ({
    stored: await storedModel(tx, mailbox.id),
    folders: await activeFoldersOf(tx, mailbox.id),
  }))
  const candidates = folders.map(({ id, display_name, instructions }) => ({ id, name: display_name, instructions }))
  const model = stored && decode(stored.state)
  return { model: model ?? createModel(), candidates, isOutdated: stored !== null && model === null }
}

/** Outlook's id of the mailbox's inbox, asked for once. @throws what the mail room throws */
export async function inboxIdOf(ctx: RemoteContext, mailboxId: string): Promise<string> {
  const known = await ctx.db.asService((tx) => inboxFolderIdOf(tx, mailboxId))
  if (known !== null) return known
  const id = await withMailbox(ctx, mailboxId, (graph, token) => graph.inboxId(token))
  await ctx.db.asService((tx) => keepInboxFolderId(tx, mailboxId, id))
  return id
}
