import { PreviewedMailInput, PreviewedMailOutput } from '../../../contract/functions/previewed-mail.ts'
import { days, later } from '../../clock.ts'
import { tellPages } from '../../db/live.ts'
import { fail } from '../../errors.ts'
import { fn, perUser } from '../../http/route.ts'
import { recordEvents } from '../../mail/inbox.ts'
import { mailboxOf } from '../../mail/queries.ts'
import { isPreviewed } from './previewed.ts'
import { countPreviewed, releasePreviewed, stopPreview } from './previewed-queries.ts'

/** By then the person has gone through their inbox: mail that moves later would surprise. */
const offeredForMs = days(7)
/** Of one press; the rest is there for the next. */
const mostAtOnce = 2000

/** Mail that would have been sorted while the mailbox was only previewed: how much of it there is, and what becomes of it. */
export const previewedMail = fn('previewed-mail', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: PreviewedMailInput,
  output: PreviewedMailOutput,
  async handle(ctx, { user: { userId }, input }): Promise<PreviewedMailOutput> {
    const { mailboxId } = input
    const now = ctx.clock.now()
    const at = { mailboxId, since: later(now, -offeredForMs) }
    return ctx.db.asService(async (tx) => {
      const mailbox = (await mailboxOf(tx, { userId, mailboxId })) ?? fail('mailbox_not_found')
      if (input.action === 'sort')
        await recordEvents(ctx, tx, mailboxId, await releasePreviewed(tx, at, mostAtOnce), 'waiting')
      if (input.action === 'stop') await stopPreview(tx, mailboxId)
      if (input.action !== 'status') await tellPages(tx, userId, { type: 'mailbox', mailboxId })
      const lasts = input.action !== 'stop' && isPreviewed(mailbox, now)
      return {
        previewUntil: lasts ? (mailbox.preview_until?.toISOString() ?? null) : null,
        waiting: await countPreviewed(tx, at),
      }
    })
  },
})
