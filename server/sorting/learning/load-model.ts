import { createModel, decode, type Model } from '../../../packages/classifier/classifier.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { findDisabledFolders, findTargetFolders, type FolderRow, type MailboxRow } from '../../mail/queries.ts'
import type { Candidate } from '../decision/decide.ts'
import { inboxFolderIdOf } from '../processing/inbox-folder-id.ts'
import { storedModel } from './model-queries.ts'

/**
 * The model and folders of a session. Schedules the learning job where the stored model has another version.
 * @throws MailboxAccessError; VendorError
 */
export async function loadModelForSession(
  ctx: RemoteContext,
  mailbox: MailboxRow,
): Promise<{ model: Model; candidates: Candidate[]; disabledFolders: Candidate[]; inboxFolderId: string }> {
  const { isOutdated, ...loaded } = await loadModel(ctx, mailbox)
  if (isOutdated) await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId: mailbox.id }))
  return { ...loaded, inboxFolderId: await inboxFolderIdOf(ctx, mailbox.id) }
}

/**
 * The stored model, the folders that mail may go to, and those that are switched off but whose instructions still speak
 * for email. A model of another version is replaced by an empty one.
 */
export async function loadModel(
  ctx: Pick<Context, 'db'>,
  mailbox: MailboxRow,
): Promise<{ model: Model; candidates: Candidate[]; disabledFolders: Candidate[]; isOutdated: boolean }> {
  const { stored, folders, disabled } = await ctx.db.asService(async (tx) => ({
    stored: await storedModel(tx, mailbox.id),
    folders: await findTargetFolders(tx, mailbox.id),
    disabled: await findDisabledFolders(tx, mailbox.id),
  }))
  const candidates = folders.map(toCandidate)
  const disabledFolders = disabled.map(toCandidate)
  const model = stored && decode(stored.state)
  return { model: model ?? createModel(), candidates, disabledFolders, isOutdated: stored !== null && model === null }
}

function toCandidate({ id, display_name, instructions }: FolderRow): Candidate {
  return { id, name: display_name, instructions }
}
