import type { Context } from '../context.ts'
import { MailboxAccessError } from '../mail/access/mailbox-access-error.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'
import { alertOfDifferences } from './operator-alert.ts'
import { checkMailbox, type Difference } from './check-mailbox.ts'
import { sampleMailboxes } from './self-check-queries.ts'

const selfCheckSampleSize = 20

/**
 * Every hour: compares a sample of mailboxes in Outlook with our rows, since a rule that code breaks unseen is broken
 * for long. Mailboxes that cannot be called are left out. One alert names all differences of the run.
 */
export async function selfCheck(ctx: Context): Promise<void> {
  const mailboxIds = await ctx.db.asService((tx) => sampleMailboxes(tx, ctx.clock.now(), selfCheckSampleSize))
  const differences: Difference[] = []
  let checked = 0
  for (const mailboxId of mailboxIds) {
    try {
      differences.push(...(await checkMailbox(ctx, mailboxId)))
      checked++
    } catch (error) {
      if (!(error instanceof VendorError || error instanceof MailboxAccessError)) throw error
    }
  }
  ctx.events.selfCheckCompleted({ checked })
  if (differences.length > 0) ctx.events.selfCheckDiffers({ differences })
  await alertOfDifferences(ctx, differences)
}
