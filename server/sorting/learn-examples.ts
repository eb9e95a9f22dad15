import type { z } from 'zod'
import { LearnExamplesInput, LearnExamplesOutput } from '../../contract/functions/learn-examples.ts'
import type { Context, RemoteContext } from '../context.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { AppError, fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { MailboxAccessError } from '../mail/access/mailbox-access-error.ts'
import { mapMailboxFailure } from '../mail/access/mailbox-failure.ts'
import { findOwnMailbox, lockAgainstDisconnect, type MailboxRow } from '../mail/mailboxes/mailbox-queries.ts'
import { withMailbox } from '../mail/providers/with-mailbox.ts'
import { upsertCorrection } from './learning/correction-queries.ts'
import { deletePickedExamples, isCorrectedTo } from './learning/picked-example-queries.ts'
import { scheduleRelearning } from './learning/schedule-relearning.ts'
import { trainOnCorrection } from './learning/train-on-correction.ts'
import { moveUnloggedMessage } from './moves/move-unlogged-message.ts'
import { performRequestedMove } from './moves/perform-requested-move.ts'
import { requestMove } from './moves/request-move.ts'
import { folderById } from './folders/folder-queries.ts'
import { correctionKeyOf } from './messages/mail-to-sort.ts'
import { logIdOfMessage } from './log/processing-log-access-queries.ts'

type Outcome = z.infer<typeof LearnExamplesOutput>['outcomes'][number]['outcome']

interface Picked {
  mailbox: MailboxRow
  folderId: string
  /** The provider's id of the folder; null where it does not exist there. */
  providerFolderId: string | null
}

/** Emails that the user picks as examples of a folder in the editor of its instructions. */
export const learnExamples = functionRoute('learn-examples', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: LearnExamplesInput,
  output: LearnExamplesOutput,
  async handle(ctx, { user: { userId }, input }): Promise<LearnExamplesOutput> {
    const { mailboxId, folderId } = input
    const picked = await ctx.db.asService(async (tx) => {
      const mailbox = (await findOwnMailbox(tx, { userId, mailboxId })) ?? fail('mailbox_not_found')
      const folder = (await folderById(tx, mailboxId, folderId)) ?? fail('folder_not_found')
      return { mailbox, folderId, providerFolderId: folder.provider_folder_id }
    })
    const messageIds = [...new Set(input.messageIds)]
    if (input.action === 'take-back') {
      await retract(ctx, picked, messageIds)
      return { outcomes: messageIds.map((messageId) => ({ messageId, outcome: 'done' })) }
    }
    const perform = input.action === 'learn' ? learnFrom : move
    const outcomes: LearnExamplesOutput['outcomes'] = []
    // One after the other: each changes the model of the mailbox.
    for (const [index, messageId] of messageIds.entries()) {
      try {
        outcomes.push({ messageId, outcome: await mapMailboxFailure(() => perform(ctx, picked, messageId)) })
      } catch (error) {
        // What was done stays done, so it is reported; the user can repeat the others.
        if (index === 0 || !(error instanceof AppError)) throw error
        outcomes.push(...messageIds.slice(index).map((rest) => ({ messageId: rest, outcome: 'busy' as const })))
        break
      }
    }
    return { outcomes }
  },
})

/** Trains the classifier and stores the correction about the sender or list, as a move in the history does. */
async function learnFrom(
  ctx: RemoteContext,
  { mailbox, folderId, providerFolderId }: Picked,
  messageId: string,
): Promise<Outcome> {
  const message = await withMailbox(ctx, mailbox.id, (mailbox) => mailbox.find(messageId))
  if (!message) return 'gone'
  await ctx.db.asService(async (tx) => {
    if (!(await lockAgainstDisconnect(tx, mailbox.id))) throw new MailboxAccessError('gone')
    // A repeated pick, or a correction in the history: neither becomes a newer correction.
    if (await isCorrectedTo(tx, { mailboxId: mailbox.id, folderId, messageId })) return
    const wasInFolder = message.parentFolderId === providerFolderId
    await trainOnCorrection(tx, mailbox, { message, folderId, isCorrection: true, wasInFolder })
    const { id: mailboxId, user_id: userId } = mailbox
    const key = correctionKeyOf(message)
    // Without a sender or list there is no key for a correction.
    if (key.value !== '')
      await upsertCorrection(
        tx,
        { mailboxId, userId, messageId, folderId, fromFolderId: null, learnedBy: 'example', ...key },
        ctx.clock.now(),
      )
    await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
  })
  return 'done'
}

/** Emails that were sorted are moved as in the history, others as by hand in Outlook. */
async function move(ctx: RemoteContext, picked: Picked, messageId: string): Promise<Outcome> {
  const { mailbox, folderId } = picked
  const { id: mailboxId, user_id: userId } = mailbox
  try {
    const logId = await ctx.db.asService((tx) => logIdOfMessage(tx, { mailboxId, messageId }))
    if (logId !== null)
      return await performRequestedMove(ctx, await requestMove(ctx, { userId, logId, folderId }), picked)
    await moveUnloggedMessage(ctx, picked, messageId)
    return 'done'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'mail_gone' || error.code === 'mail_moved_meanwhile') return 'gone'
    if (error.code === 'mail_in_progress') return 'busy'
    throw error
  }
}

async function retract(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { mailbox: { id: mailboxId, user_id: userId }, folderId }: Picked,
  messageIds: string[],
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    if (!(await deletePickedExamples(tx, { mailboxId, folderId, messageIds }))) return
    await scheduleRelearning(ctx, tx, mailboxId)
    await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
  })
}
