import type { RunReason } from '../../../contract/action-runs.ts'
import { ForwardMailConfig } from '../../../contract/actions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { providerOf } from '../../mail/providers/mail-providers.ts'
import { isAutomatic } from '../../mail/messages/automatic-mail.ts'
import { withoutPlusTag } from '../../mail/people/without-plus-tag.ts'
import { findOwnAddresses } from '../runner/own-address-queries.ts'
import { answersForward } from '../automatic-emails/answers-forward.ts'
import type { ForwardMarks } from '../automatic-emails/automatic-email-queries.ts'
import { requireHourlyPlace } from '../automatic-emails/hourly-limit.ts'
import { RunStopped } from '../runner/run-stopped.ts'
import type { ActionTarget, ActiveRun } from '../runner/action-runner.ts'
import { findMailboxAddress, missingConfirmation, findSavedConfig, findGrantedScopes } from './forward-mail-queries.ts'

type About = ActionTarget<'forward_mail'>

/**
 * For the transaction directly before an effect: the recipient must be the saved address, read now and never taken
 * from a model's output, and must have agreed.
 * @throws RunStopped
 */
export const requireConfirmedRecipient =
  ({ userId, folderActionId, config }: ActiveRun<'forward_mail'>) =>
  async (tx: Tx): Promise<void> => {
    const saved = ForwardMailConfig.safeParse(await findSavedConfig(tx, { userId, folderActionId }))
    const address = config.destination_email
    if (!saved.success || saved.data.destination_email !== address)
      throw new RunStopped({ status: 'failed', reason: 'config_changed' })
    const reason = await missingConfirmation(tx, { userId, address })
    if (reason) throw new RunStopped({ status: 'failed', reason })
  }

/**
 * The same, and counts the forward: before the draft is created, so that none remains over the limit, and before it is
 * sent.
 * @throws RunStopped
 */
export const requireForwardPlace =
  (ctx: Pick<Context, 'clock'>, run: ActiveRun<'forward_mail'>, marks: ForwardMarks) =>
  async (tx: Tx): Promise<void> => {
    await requireConfirmedRecipient(run)(tx)
    const { runId, userId, config } = run
    const address = config.destination_email.toLowerCase()
    await requireHourlyPlace(tx, ctx, { runId, userId, kind: 'forward', address }, marks)
  }

interface ForwardObstacle {
  status: 'skipped' | 'failed'
  reason: RunReason
}

/**
 * Why this message is not forwarded; null if it may be. Loops and automatic mail are checked first: they are skipped,
 * and the user has nothing to fix.
 */
export async function findForwardObstacle(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  about: About,
  message: Message,
): Promise<ForwardObstacle | null> {
  const { userId, mailboxId } = about
  const address = about.config.destination_email.toLowerCase()
  return ctx.db.asService(async (tx): Promise<ForwardObstacle | null> => {
    const isBack =
      message.headers['x-mailroom-id'] !== undefined ||
      withoutPlusTag(message.from?.address ?? '') === withoutPlusTag(address)
    if (isBack || (await findMailboxAddress(tx, mailboxId)) === address) return { status: 'skipped', reason: 'loop' }
    // Outlook tells the organizer about each forward of an invitation.
    if (message.isMeeting) return { status: 'skipped', reason: 'invitation' }
    if (isAutomatic(message, await findOwnAddresses(tx, userId))) return { status: 'skipped', reason: 'automatic_mail' }
    if (await answersForward(ctx, tx, about, message)) return { status: 'skipped', reason: 'answers_forward' }
    const reason = await missingConfirmation(tx, { userId, address })
    if (reason) return { status: 'failed', reason }
    const granted = await findGrantedScopes(tx, mailboxId)
    const canSend = granted ? providerOf(granted.kind).can.send(granted.scopes) : 'sending_not_allowed'
    return canSend === true ? null : { status: 'failed', reason: canSend }
  })
}
