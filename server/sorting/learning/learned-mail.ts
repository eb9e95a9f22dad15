import { LearnedMailInput, LearnedMailOutput } from '../../../contract/functions/learned-mail.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { findOwnMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { scheduleRelearning } from './schedule-relearning.ts'
import { retractTrainingExamples } from './training-example-queries.ts'
import { deleteCorrectionsLike, listCorrections } from './correction-queries.ts'
import { countUnlearnedMoves } from './unlearned-move-queries.ts'
import { dismissMoves, learnFromMoves } from './unlearned-moves.ts'

/** Learned senders and lists that are listed. */
const maxLearnedEntries = 500

/** Lists what the user's corrections have taught, and deletes it; records whether to learn from many moves at once. */
export const learnedMail = functionRoute('learned-mail', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: LearnedMailInput,
  output: LearnedMailOutput,
  async handle(ctx, { user: { userId }, input }): Promise<LearnedMailOutput> {
    const { mailboxId } = input
    return ctx.db.asService(async (tx) => {
      const mailbox = (await findOwnMailbox(tx, { userId, mailboxId })) ?? fail('mailbox_not_found')
      if (input.action === 'forget') {
        const messageIds = await deleteCorrectionsLike(tx, mailboxId, input.learnedId)
        if (messageIds.length === 0) fail('learned_not_found')
        await retractTrainingExamples(tx, mailboxId, messageIds)
        await scheduleRelearning(ctx, tx, mailboxId)
      } else if (input.action === 'learn-moves') await learnFromMoves(ctx, tx, mailbox, input.folderId)
      else if (input.action === 'dismiss-moves') await dismissMoves(tx, mailbox, input.folderId)
      if (input.action !== 'list') await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
      const learned = await listCorrections(tx, mailboxId, maxLearnedEntries + 1)
      const unlearnedMoves = await countUnlearnedMoves(tx, mailboxId)
      return { learned: learned.slice(0, maxLearnedEntries), more: learned.length > maxLearnedEntries, unlearnedMoves }
    })
  },
})
