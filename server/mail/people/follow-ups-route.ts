import type { z } from 'zod'
import { FollowUpsInput, FollowUpsOutput } from '../../../contract/functions/follow-ups.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { mapMailboxFailure } from '../access/mailbox-failure.ts'
import { withMailbox } from '../providers/with-mailbox.ts'
import { dismissFollowUp, findFollowUp, listFollowUps, publishFollowUps } from './follow-up-queries.ts'

/** Of each state. */
const maxFollowUps = 100

/** What waits for an answer. Of the emails only addresses, subjects and times are stored. */
export const followUpsRoute = functionRoute('follow-ups', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: FollowUpsInput,
  output: FollowUpsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof FollowUpsOutput>> {
    const now = ctx.clock.now()
    if (input.action === 'list') {
      const rows = await ctx.db.asService((tx) => listFollowUps(tx, userId, { now, newest: maxFollowUps }))
      return { followUps: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
    }
    const at = { userId, followUpId: input.followUpId }
    if (input.action === 'open') {
      const found = (await ctx.db.asService((tx) => findFollowUp(tx, at))) ?? fail('follow_up_not_found')
      const { mailbox_id: mailboxId, message_id: messageId } = found
      if (messageId === null) return { webLink: null }
      const message = await mapMailboxFailure(() => withMailbox(ctx, mailboxId, (mailbox) => mailbox.find(messageId)))
      return { webLink: (message ?? fail('mail_gone')).webLink }
    }
    return ctx.db.asService(async (tx) => {
      if (!(await dismissFollowUp(tx, at, input.action === 'dismiss' ? now : null))) fail('follow_up_not_found')
      await publishFollowUps(tx, userId)
      return { success: true }
    })
  },
})
