import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { TidyUpEmail, TidyUpOutput } from '../../../contract/functions/tidy-up.ts'
import {
  emailKindOf,
  isUnknownName,
  type MessageToSort,
  type Model,
  securityFinding,
  withObserved,
} from '../../../packages/classifier/classifier.ts'
import type { RemoteContext } from '../../context.ts'
import { mapMailboxFailure } from '../../mail/access/mailbox-failure.ts'
import { responsesTo } from '../../db/database.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { decide } from '../decision/decide.ts'
import type { Candidate, Decision } from '../decision/decision.ts'
import { loadModel } from '../learning/load-model.ts'
import { contextsOf } from '../preview/decision-context.ts'
import { listOf, senderOf, toMailToSort } from '../messages/mail-to-sort.ts'
import { messagesToMove, taggedMessages } from './press-queries.ts'
import { readInboxPage } from './read-inbox-page.ts'

/** With as many examples a folder needs no sentence. */
const fewExamples = 3
/** The event loop is free after each piece. */
const emailsBeforeYield = 10

/** Decides about a page of the inbox as the sorter would, without a language model. Stores and moves nothing. */
export async function scanInbox(
  ctx: RemoteContext,
  mailbox: MailboxRow,
  from: string | null,
): Promise<z.input<typeof TidyUpOutput>> {
  const { model: learned, candidates, disabledFolders } = await loadModel(ctx, mailbox)
  const { messages, total, next } = await mapMailboxFailure(() => readInboxPage(ctx, mailbox.id, from))
  const ids = messages.map(({ id }) => id)
  const [toMove, tagged] = await ctx.db.asService((tx) =>
    responsesTo([messagesToMove(tx, mailbox.id, ids), taggedMessages(tx, mailbox.id, ids)]),
  )
  const emails: z.input<typeof TidyUpEmail>[] = []
  for (const [index, { message, context }] of (await contextsOf(ctx, mailbox, messages)).entries()) {
    const mail = toMailToSort(message)
    // As in processNewMessage.
    const model = withObserved(learned, mail)
    const decision = decide(mail, candidates, { ...context, disabledFolders, model })
    if (!message.isDraft && !toMove.has(message.id) && !tagged.has(message.id) && !staysInInbox(mail, decision))
      emails.push(toEmail(message, mail, decision))
    if (index % emailsBeforeYield === 0) await setImmediate()
  }
  return { emails, read: messages.length, total, next, unknownFolderIds: unknownFolders(learned, candidates) }
}

/** Folders that the classifier can know nothing about: no instructions, a name without a meaning, hardly any email. */
const unknownFolders = (learned: Model, folders: readonly Candidate[]): string[] =>
  folders
    .filter((folder) => folder.instructions.trim() === '' && isUnknownName(folder))
    .filter(({ id }) => (learned.folders.find((known) => known.id === id)?.mails ?? 0) < fewExamples)
    .map(({ id }) => id)

/**
 * Codes, notices about accounts and phishing, read or not; and email of a sender or list that the user has left in the
 * inbox, whose group was answered.
 */
const staysInInbox = (mail: MessageToSort, { by, reason, folderId }: Decision): boolean =>
  folderId === null && (securityFinding(mail) !== null || (by === 'correction' && reason === 'no_match'))

const toEmail = (message: Message, mail: MessageToSort, decision: Decision): z.input<typeof TidyUpEmail> => ({
  messageId: message.id,
  address: senderOf(message) || null,
  name: message.from?.name || null,
  list: listOf(message),
  subject: message.subject,
  receivedAt: message.receivedAt.toISOString(),
  // What a known person writes is for the user to read.
  kind: decision.by === 'known_person' ? null : emailKindOf(mail),
  folderId: decision.folderId ?? decision.runnerUp?.folderId ?? null,
  isSure: decision.folderId !== null,
})
