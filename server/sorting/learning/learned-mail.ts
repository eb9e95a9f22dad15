import { LearnedMailInput, LearnedMailOutput } from '../../../contract/functions/learned-mail.ts'
import { learnedMost } from '../../../contract/limits.ts'
import { tellPages } from '../../db/live.ts'
import { fail } from '../../errors.ts'
import { fn, perUser } from '../../http/route.ts'
import { mailboxOf } from '../../mail/queries.ts'
import { learnAnew } from './learn-anew.ts'
import { forgetLessons } from './lesson-queries.ts'
import { forgetTaught, taught } from './taught-queries.ts'

/** What moving mail by hand has taught, and the way to take it back. */
export const learnedMail = fn('learned-mail', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: LearnedMailInput,
  output: LearnedMailOutput,
  async handle(ctx, { user: { userId }, input }): Promise<LearnedMailOutput> {
    const { mailboxId } = input
    return ctx.db.asService(async (tx) => {
      if (!(await mailboxOf(tx, { userId, mailboxId }))) fail('mailbox_not_found')
      if (input.action === 'forget') {
        const messageIds = await forgetTaught(tx, mailboxId, input.learnedId)
        if (messageIds.length === 0) fail('learned_not_found')
        // What the classifier took from it goes, too: it learns all else anew.
        await forgetLessons(tx, mailboxId, messageIds)
        await learnAnew(ctx, tx, mailboxId)
        await tellPages(tx, userId, { type: 'mailbox', mailboxId })
      }
      const learned = await taught(tx, mailboxId, learnedMost + 1)
      return { learned: learned.slice(0, learnedMost), more: learned.length > learnedMost }
    })
  },
})
