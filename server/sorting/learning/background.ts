import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { days, hours, later } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import type { FolderToSort, MailToSort } from '../../../packages/classifier/mail.ts'
import { createModel, decode, encode, guess, notice } from '../../../packages/classifier/model.ts'
import type { MailBeginning } from '../../vendors/graph.ts'
import type { Background } from './background-queries.ts'

/** Eight small answers, one after the other: so many beginnings of mail tell as much as half as many whole ones while little is filed. */
const mostMails = 2000
/** Then other work goes on: all of them take two thirds of a second with a hundred folders. */
const mailsAtOnce = 50
/** By so many more, and twice as many, an inbox of which little was known is known better. */
const clearlyMore = 50
/** With fewer lessons learning them again costs hardly anything, and names and instructions decide: what changed counts soon. */
const fewLessons = 500
const restWithFewMs = hours(1)
const restMs = days(7)
const oldMs = days(60)

interface Known {
  stored: Background | null
  /** How many lessons the model has learned. */
  learnedMails: number
  /** Mails that teach where they belong: what they say is learned with that. */
  lessons: ReadonlySet<string>
  /** All folders, in one order. */
  folders: readonly FolderToSort[]
}

/**
 * The background of a mailbox is a model that has met the newest mail of its inbox, mail that nobody has filed, and has learned nothing: what
 * is common there, and which words keep company with a folder's own. Whatever is learned, is learned on top of a copy of it. It is stored, for
 * the inbox changes: read again for each learning anew, it would give another model than the one that never heard what was forgotten.
 *
 * A new one means to learn all lessons again, so it is asked for only where the learning job runs anyway (after a sync, some four times a
 * day; and see `nextLook`), and made only where there is none of this version, and, after a rest, where folders were described otherwise, where the inbox was
 * nearly empty, and where it is old.
 * @throws MailboxProblem or VendorError: nothing is learned then, the job comes again as for a folder that cannot be read
 */
export async function currentBackground(
  ctx: RemoteContext,
  mailboxId: string,
  known: Known,
): Promise<{ background: Background; isNew: boolean }> {
  const { stored, folders, lessons } = known
  if (stored && decode(stored.state) && !(await isOutdated(ctx, mailboxId, stored, known)))
    return { background: stored, isNew: false }
  const newest = await withMailbox(ctx, mailboxId, (graph, token) => graph.inboxBeginnings(token, mostMails))
  const mails = newest.filter(({ id }) => !lessons.has(id)).map(beginningToSort)
  const model = createModel()
  for (const [at, mail] of mails.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()).entries()) {
    notice(model, mail)
    guess(model, mail, folders)
    if (at % mailsAtOnce === 0) await setImmediate()
  }
  const state = Buffer.from(encode(model))
  const background = { state, mails: newest.length, folders: hashOf(folders), madeAt: ctx.clock.now() }
  return { background, isNew: true }
}

/**
 * When to learn once more after this background was made: whoever connects a mailbox writes instructions soon after. Once for each, so that it
 * ends with the last change; and to be asked after each run until then, since one that comes sooner takes the place of the job that waits.
 * @returns null where the next regular run is soon enough
 */
export function nextLook({ madeAt }: Background, learnedMails: number, now: Date): Date | null {
  const at = later(madeAt, restWithFewMs)
  return learnedMails < fewLessons && at > now ? at : null
}

async function isOutdated(
  ctx: RemoteContext,
  mailboxId: string,
  { madeAt, mails, folders: before }: Background,
  { folders, learnedMails }: Known,
): Promise<boolean> {
  const age = ctx.clock.now().getTime() - madeAt.getTime()
  if (age < (learnedMails < fewLessons ? restWithFewMs : restMs)) return false
  if (age >= oldMs || before !== hashOf(folders)) return true
  if (mails >= mostMails) return false
  const now = await withMailbox(ctx, mailboxId, (graph, token) => graph.inboxCount(token, null))
  return now >= 2 * mails && now >= mails + clearlyMore
}

function beginningToSort({ from, subject, text, receivedAt }: MailBeginning): MailToSort {
  const unread = { to: [], cc: [], headers: {}, attachmentNames: [] }
  return { ...unread, from: from?.address ?? '', fromName: from?.name ?? '', subject, text, receivedAt }
}

const hashOf = (folders: readonly FolderToSort[]): string =>
  createHash('sha256').update(JSON.stringify(folders)).digest('hex')
