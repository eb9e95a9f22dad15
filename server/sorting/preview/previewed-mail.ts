import { PreviewedMailInput, PreviewedMailOutput } from '../../../contract/functions/previewed-mail.ts'
import { addMs } from '../../clock.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { recordInboxEvents } from '../../mail/inbox-events/record-inbox-events.ts'
import { findOwnMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { isInPreviewMode } from './preview-mode.ts'
import { countPreviewed, releasePreviewed, stopPreview } from './previewed-mail-queries.ts'

const previewReleaseWindowMs = 7 * 24 * 60 * 60_000
const previewReleaseBatchSize = 2000

/** Mail that was previewed: counts it, sorts it, or ends the preview. */
export const previewedMail = functionRoute('previewed-mail', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: PreviewedMailInput,
  output: PreviewedMailOutput,
  async handle(ctx, { user: { userId }, input }): Promise<PreviewedMailOutput> {
    const { mailboxId } = input
    const now = ctx.clock.now()
    const at = { mailboxId, since: addMs(now, -previewReleaseWindowMs) }
    return ctx.db.asService(async (tx) => {
      const mailbox = (await findOwnMailbox(tx, { userId, mailboxId })) ?? fail('mailbox_not_found')
      if (input.action === 'sort')
        await recordInboxEvents(ctx, tx, mailboxId, await releasePreviewed(tx, at, previewReleaseBatchSize), 'waiting')
      if (input.action === 'stop') await stopPreview(tx, mailboxId)
      if (input.action !== 'status') await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
      const lasts = input.action !== 'stop' && isInPreviewMode(mailbox, now)
      return {
        previewUntil: lasts ? (mailbox.preview_until?.toISOString() ?? null) : null,
        waiting: await countPreviewed(tx, at),
      }
    })
  },
})
