import type { Context } from '../context.ts'
import { withMailbox } from '../mail/access-token.ts'
import { candidatesOf, inboxFolderIdOf, keepInboxFolderId, type StoredMailbox } from '../mail/queries.ts'
import { createModel, decode, type Model } from './classifier/model.ts'
import type { Candidate } from './decide.ts'
import { storedModel } from './learning-queries.ts'

/** What the mailbox knows at the beginning of a run. A model of another version is no help; the learning job rebuilds it. */
export async function loadMemory(
  ctx: Context,
  mailbox: StoredMailbox,
): Promise<{ model: Model; candidates: Candidate[]; inboxFolderId: string }> {
  const { stored, candidates, inbox } = await ctx.db.asService(async (tx) => ({
    stored: await storedModel(tx, mailbox.id),
    candidates: await candidatesOf(tx, mailbox.id),
    inbox: await inboxFolderIdOf(tx, mailbox.id),
  }))
  const model = (stored && decode(stored.state)) ?? createModel()
  return { model, candidates, inboxFolderId: inbox ?? (await askForInbox(ctx, mailbox)) }
}

async function askForInbox(ctx: Context, mailbox: StoredMailbox): Promise<string> {
  const id = await withMailbox(ctx, mailbox.id, (graph, token) => graph.inboxId(token))
  await ctx.db.asService((tx) => keepInboxFolderId(tx, mailbox.id, id))
  return id
}
