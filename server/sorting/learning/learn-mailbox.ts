import { setImmediate } from 'node:timers/promises'
import { days, later, minutes } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { MailboxProblem } from '../../mail/mailbox-problem.ts'
import { holdMailbox, mailboxById, type FolderRow } from '../../mail/queries.ts'
import { allOf } from '../../vendors/all-of.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { MailToSort } from '../../../packages/classifier/mail.ts'
import {
  createModel,
  decode,
  dropFolder,
  encode,
  INBOX,
  learn,
  MODEL_VERSION,
  notice,
} from '../../../packages/classifier/model.ts'
import { foldersOf } from '../ledger/folder-queries.ts'
import { currentBackground, nextLook } from './background.ts'
import { backgroundOf, keepBackground } from './background-queries.ts'
import { notYetTheirs, storedModel, storeModel, wantsProposals } from './learning-queries.ts'
import { addLessons, lessonsOf, type KeptLesson, type Lesson } from './lesson-queries.ts'
import { toMailToSort } from '../ledger/mail-to-sort.ts'

/** Mails read in one run over all folders, and the least and the most of one folder. */
const mostMails = 3000
const fewestPerFolder = 20
const mostPerFolder = 200
/** Half of the calls that Graph takes at once: all that is asked for waits in one line, and new mail must not stand behind thousands. */
const readAtOnce = 2
/** Then other work goes on: thousands take more than a second. */
const lessonsAtOnce = 50

/** Whoever goes through their mail says a word every second: each overtakes a run, which reads thousands of mails. */
const againAfterMs = minutes(1)

/** What we have sorted ourselves counts as filed by the user once they have left it there for so long. */
const timeToSayOtherwiseMs = days(1)

interface MailLesson extends Lesson {
  mail: MailToSort
}

/**
 * Learns from the mail that the user has filed, or has left where we put it. Each message teaches once for each folder it is found in; the model keeps
 * features and counts, never the text. Where it has to be learned anew, all lessons that were not taken back are learned again, in their
 * order, on top of the same background. A run that another one, or a word of the user's, overtook changes nothing: it is simply run again.
 * @throws MailboxProblem also where the mailbox was disconnected meanwhile: nothing of it is written then; VendorError
 */
export async function learnMailbox(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const mailbox = await ctx.db.asService((tx) => mailboxById(tx, mailboxId))
  if (!mailbox || mailbox.status !== 'active') return
  const { stored, backgroundBefore, past, folders } = await ctx.db.asService(async (tx) => ({
    stored: await storedModel(tx, mailboxId),
    backgroundBefore: await backgroundOf(tx, mailboxId),
    past: await lessonsOf(tx, mailboxId),
    folders: await foldersOf(tx, mailboxId),
  }))
  const described = folders.map(({ id, display_name, instructions }) => ({ id, name: display_name, instructions }))
  const { background, isNew } = await currentBackground(ctx, mailboxId, {
    stored: backgroundBefore,
    learnedMails: stored?.learnedMails ?? 0,
    lessons: new Set(past.filter(({ isForgotten }) => !isForgotten).map(({ messageId }) => messageId)),
    folders: described,
  })
  const kept = stored && !stored.isStale && !isNew ? decode(stored.state) : null
  const model = kept ?? decode(background.state) ?? createModel()
  const filed = await readFiled(ctx, mailboxId, folders)
  const again = kept ? [] : await readAgain(ctx, mailboxId, past, filed)
  const last = new Map(past.map(({ messageId, folderId }) => [messageId, folderId]))
  const unsaid = filed.filter(({ messageId, folderId }) => last.get(messageId) !== folderId)
  const messageIds = unsaid.map(({ messageId }) => messageId)
  const since = later(ctx.clock.now(), -timeToSayOtherwiseMs)
  const ours = await ctx.db.asService((tx) => notYetTheirs(tx, mailboxId, { messageIds, since }))
  const lessons = unsaid.filter(({ messageId }) => !ours.has(messageId))
  for (const [at, { mail, folderId }] of [...again, ...lessons].entries()) {
    notice(model, mail)
    learn(model, mail, folderId ?? INBOX, described)
    if (at % lessonsAtOnce === 0) await setImmediate()
  }
  const present = new Set([INBOX, ...folders.map((folder) => folder.id)])
  for (const id of [...model.folders.map((folder) => folder.id), ...model.noticed.guesses.keys()])
    if (!present.has(id)) dropFolder(model, id)

  await ctx.db.asService(async (tx) => {
    if (!(await holdMailbox(tx, mailboxId))) throw new MailboxProblem('gone')
    const next = {
      mailboxId,
      userId: mailbox.user_id,
      version: MODEL_VERSION,
      state: Buffer.from(encode(model)),
      learnedMails: (kept ? (stored?.learnedMails ?? 0) : again.length) + lessons.length,
      isStale: false,
    }
    if (!(await storeModel(tx, next, stored))) {
      const after = later(ctx.clock.now(), againAfterMs)
      await ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId }, { after })
      return
    }
    if (isNew) await keepBackground(tx, mailboxId, background)
    const after = nextLook(background, next.learnedMails, ctx.clock.now())
    if (after) await ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId }, { after })
    await addLessons(tx, { id: mailboxId, userId: mailbox.user_id }, lessons, { isTaught: false })
    if (lessons.length > 0 && (await wantsProposals(tx, mailboxId)))
      await ctx.jobs.enqueue(tx, 'propose-instructions', { mailboxId })
  })
}

/** The newest mails of each folder, oldest first over all folders: the order in which they came. */
async function readFiled(ctx: RemoteContext, mailboxId: string, folders: FolderRow[]): Promise<MailLesson[]> {
  const inOutlook = folders.filter((folder) => folder.provider_folder_id !== null)
  const newest = Math.min(
    mostPerFolder,
    Math.max(fewestPerFolder, Math.floor(mostMails / Math.max(inOutlook.length, 1))),
  )
  const filed: MailLesson[] = []
  for (const { id, provider_folder_id } of inOutlook) {
    if (provider_folder_id === null) continue
    for (const message of await filedMails(ctx, mailboxId, provider_folder_id, newest))
      filed.push({ messageId: message.id, folderId: id, mail: toMailToSort(message) })
  }
  return filed.sort((a, b) => a.mail.receivedAt.getTime() - b.mail.receivedAt.getTime())
}

/** The mails of the lessons that still count, wherever they are now. What is gone from Outlook teaches no more. */
async function readAgain(
  ctx: RemoteContext,
  mailboxId: string,
  past: KeptLesson[],
  filed: MailLesson[],
): Promise<MailLesson[]> {
  const read = new Map(filed.map(({ messageId, mail }) => [messageId, mail]))
  const counting = past.filter(({ isForgotten }) => !isForgotten).slice(-mostMails)
  const elsewhere = [...new Set(counting.map(({ messageId }) => messageId))].filter((id) => !read.has(id))
  for (let at = 0; at < elsewhere.length; at += readAtOnce) {
    const some = elsewhere.slice(at, at + readAtOnce)
    await withMailbox(ctx, mailboxId, (graph, token) =>
      allOf(
        some.map(async (id) => {
          const message = await unlessGone(graph.getMessage(token, id))
          if (message) read.set(id, toMailToSort(message))
        }),
      ),
    )
  }
  return counting.flatMap((lesson) => {
    const mail = read.get(lesson.messageId)
    return mail ? [{ ...lesson, mail }] : []
  })
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** The newest of a folder; none where it was deleted in Outlook since the last sync, which will notice. */
export async function filedMails(ctx: RemoteContext, mailboxId: string, providerFolderId: string, newest: number) {
  const reading = withMailbox(ctx, mailboxId, (graph, token) => graph.listMessages(token, providerFolderId, { newest }))
  return (await unlessGone(reading)) ?? []
}
