import type { Context } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { mailboxById, type FolderRow } from '../../mail/queries.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { MailToSort } from '../classifier/mail.ts'
import { createModel, decode, dropFolder, encode, learn, MODEL_VERSION } from '../classifier/model.ts'
import { foldersOf } from '../ledger/folder-queries.ts'
import {
  forgetLearnedMessages,
  learnedMessages,
  markLearned,
  storedModel,
  storeModel,
  wantsProposals,
} from './learning-queries.ts'
import { toMailToSort } from '../ledger/mail-to-sort.ts'

/** Mails read in one run over all folders, and the least and the most of one folder. */
const mostMails = 3000
const fewestPerFolder = 20
const mostPerFolder = 200

interface Lesson {
  messageId: string
  folderId: string
  mail: MailToSort
}

/**
 * Learns from the mail that the user has filed. Each message teaches once for each folder it is found in; the model keeps
 * features and counts, never the text. A run that another one overtook changes nothing: it is simply run again.
 */
export async function learnMailbox(ctx: Context, mailboxId: string): Promise<void> {
  const mailbox = await ctx.db.asService((tx) => mailboxById(tx, mailboxId))
  if (!mailbox || mailbox.status !== 'active') return
  const { stored, known, folders } = await ctx.db.asService(async (tx) => ({
    stored: await storedModel(tx, mailboxId),
    known: await learnedMessages(tx, mailboxId),
    folders: await foldersOf(tx, mailboxId),
  }))
  const kept = stored && !stored.isStale ? decode(stored.state) : null
  const seen = kept ? known : new Map<string, string>()
  const model = kept ?? createModel()

  const lessons = await readLessons(ctx, mailboxId, folders, seen)
  const described = folders.map((folder) => ({
    id: folder.id,
    name: folder.display_name,
    instructions: folder.instructions,
  }))
  for (const { mail, folderId } of lessons) learn(model, mail, folderId, described)
  const present = new Set(folders.map((folder) => folder.id))
  for (const id of new Set(seen.values())) if (!present.has(id)) dropFolder(model, id)

  await ctx.db.asService(async (tx) => {
    const next = {
      mailboxId,
      userId: mailbox.user_id,
      version: MODEL_VERSION,
      state: Buffer.from(encode(model)),
      learnedMails: seen.size + lessons.length,
      isStale: false,
    }
    if (!(await storeModel(tx, next, stored))) {
      await ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId })
      return
    }
    if (!kept) await forgetLearnedMessages(tx, mailboxId)
    for (let at = 0; at < lessons.length; at += 500)
      await markLearned(tx, { id: mailboxId, userId: mailbox.user_id }, lessons.slice(at, at + 500))
    if (lessons.length > 0 && (await wantsProposals(tx, mailboxId)))
      await ctx.jobs.enqueue(tx, 'propose-instructions', { mailboxId })
  })
}

/** The newest mails of each folder that have not taught this yet, oldest first over all folders: the order in which they came. */
async function readLessons(
  ctx: Context,
  mailboxId: string,
  folders: FolderRow[],
  seen: Map<string, string>,
): Promise<Lesson[]> {
  const inOutlook = folders.filter((folder) => folder.provider_folder_id !== null)
  const newest = Math.min(
    mostPerFolder,
    Math.max(fewestPerFolder, Math.floor(mostMails / Math.max(inOutlook.length, 1))),
  )
  const lessons: Lesson[] = []
  for (const { id, provider_folder_id } of inOutlook) {
    if (provider_folder_id === null) continue
    for (const message of await filedMails(ctx, mailboxId, provider_folder_id, newest)) {
      if (seen.get(message.id) === id) continue
      lessons.push({ messageId: message.id, folderId: id, mail: toMailToSort(message) })
    }
  }
  return lessons.sort((a, b) => a.mail.receivedAt.getTime() - b.mail.receivedAt.getTime())
}

/** The newest of a folder; none where Outlook no longer has it. */
export async function filedMails(ctx: Context, mailboxId: string, providerFolderId: string, newest: number) {
  try {
    return await withMailbox(ctx, mailboxId, (graph, token) => graph.listMessages(token, providerFolderId, { newest }))
  } catch (error) {
    // Deleted in Outlook since the last sync, which will notice.
    if (isGone(error)) return []
    throw error
  }
}
