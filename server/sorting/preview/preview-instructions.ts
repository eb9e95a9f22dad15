import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import {
  PreviewInstructionsInput,
  PreviewInstructionsOutput,
  type RecentEmail,
} from '../../../contract/functions/preview-instructions.ts'
import { maxClosestEmails, maxPreviewedMessages } from '../../../contract/limits.ts'
import { type Model, quoteInstructions, rank, withObserved } from '../../../packages/classifier/classifier.ts'
import type { RemoteContext } from '../../context.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { mapMailboxFailure } from '../../mail/access/mailbox-failure.ts'
import { findOwnMailbox, type MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { decide } from '../decision/decide.ts'
import type { Candidate, Decision } from '../decision/decision.ts'
import { loadModel } from '../learning/load-model.ts'
import { findFolders } from '../../mail/folders/folder-queries.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'
import { toMailToSort } from '../messages/mail-to-sort.ts'
import { contextsOf, type KnownContext, placeOf } from './decision-context.ts'

/** The event loop is free after each piece. */
const emailsBeforeYield = 10

/**
 * Decides about the latest emails with the saved and the new instructions of a folder. Moves, counts and stores
 * nothing, and calls no language model. Sender, subject and excerpt decide, so the sorter, which reads the whole
 * text, may be surer.
 */
export const previewInstructions = functionRoute('preview-instructions', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: PreviewInstructionsInput,
  output: PreviewInstructionsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof PreviewInstructionsOutput>> {
    const { mailboxId, folderId, instructions } = input
    const mailbox =
      (await ctx.db.asService((tx) => findOwnMailbox(tx, { userId, mailboxId }))) ?? fail('mailbox_not_found')
    const { model, candidates: saved, disabledFolders } = await loadModel(ctx, mailbox)
    if (!saved.some(({ id }) => id === folderId)) fail('folder_not_sorted_into')
    const changed = saved.map((folder) => (folder.id === folderId ? { ...folder, instructions } : folder))
    const { messages, providerFolderId } = await mapMailboxFailure(() => readRecent(ctx, mailbox, folderId))
    const previewed: Previewed[] = []
    for (const [index, { message, context }] of (await contextsOf(ctx, mailbox, messages)).entries()) {
      const isInFolder = message.parentFolderId === providerFolderId
      const known = { ...context, disabledFolders }
      previewed.push({ ...previewOf(message, { model, saved, changed, folderId, context: known }), isInFolder })
      if (index % emailsBeforeYield === 0) await setImmediate()
    }
    return summaryOf(previewed, folderId)
  },
})

interface Previewed {
  email: RecentEmail
  /** Some word of the new instructions is in the email. */
  isMatched: boolean
  probability: number
  isInFolder: boolean
  /** The review offers this folder first, and did not with the saved instructions. */
  isNewlyOffered: boolean
}

/** The latest emails of the inbox and of the folders that Mailroom knows. */
async function readRecent(
  ctx: RemoteContext,
  { id }: MailboxRow,
  folderId: string,
): Promise<{ messages: Message[]; providerFolderId: string | null }> {
  const inboxId = await inboxFolderIdOf(ctx, id)
  const folders = await ctx.db.asService((tx) => findFolders(tx, id))
  const known = new Set([inboxId, ...folders.flatMap(({ provider_folder_id }) => provider_folder_id ?? [])])
  const messages = await withMailbox(ctx, id, (mailbox) => mailbox.recent(known, maxPreviewedMessages))
  return { messages, providerFolderId: folders.find((one) => one.id === folderId)?.provider_folder_id ?? null }
}

interface Settings {
  model: Model
  saved: Candidate[]
  changed: Candidate[]
  folderId: string
  context: KnownContext
}

function previewOf(
  message: Message,
  { model: learned, saved, changed, folderId, context }: Settings,
): Omit<Previewed, 'isInFolder'> {
  const mail = toMailToSort(message)
  // As in processNewMessage.
  const model = withObserved(learned, mail)
  const before = decide(mail, saved, { ...context, model })
  const after = decide(mail, changed, { ...context, model })
  const folder = changed.find(({ id }) => id === folderId)
  const { candidates } = rank(model, mail, changed)
  return {
    email: {
      messageId: message.id,
      subject: message.subject,
      from: message.from?.name || message.from?.address || null,
      receivedAt: message.receivedAt.toISOString(),
      before: placeOf(before),
      after: placeOf(after),
      by: after.by,
      basis: after.basis,
    },
    isNewlyOffered: isOffered(after, folderId) && !isOffered(before, folderId),
    isMatched: folder !== undefined && quoteInstructions(mail, folder) !== null,
    probability: candidates.find((candidate) => candidate.folderId === folderId)?.probability ?? 0,
  }
}

/** Whether the review offers the folder first. */
const isOffered = (decision: Decision, folderId: string): boolean =>
  placeOf(decision) === 'unsure' && decision.runnerUp?.folderId === folderId

/** No folder gets the email: it is a better example than one that another folder gets. */
const isForInbox = ({ email: { after } }: Previewed): boolean => after === 'inbox' || after === 'unsure'

function summaryOf(previewed: Previewed[], folderId: string): z.input<typeof PreviewInstructionsOutput> {
  const emailsThat = (is: (one: Previewed) => boolean): RecentEmail[] => previewed.filter(is).map(({ email }) => email)
  const closest = previewed
    .filter(({ email, isInFolder }) => email.after !== folderId && !isInFolder)
    .sort(
      (a, b) =>
        Number(b.isMatched) - Number(a.isMatched) ||
        Number(isForInbox(b)) - Number(isForInbox(a)) ||
        b.probability - a.probability,
    )
  return {
    looked: previewed.length,
    matched: previewed.filter(({ isMatched }) => isMatched).length,
    into: emailsThat(({ email, isInFolder }) => email.after === folderId && email.before !== folderId && !isInFolder),
    outOf: emailsThat(({ email }) => email.before === folderId && email.after !== folderId),
    toReview: emailsThat(
      ({ email: { before, after }, isNewlyOffered }) =>
        before !== folderId && (isNewlyOffered || (after === 'unsure' && before !== 'unsure' && before !== 'inbox')),
    ),
    stays: emailsThat(({ email }) => email.before === folderId && email.after === folderId),
    closest: closest.slice(0, maxClosestEmails).map(({ email }) => email),
  }
}
