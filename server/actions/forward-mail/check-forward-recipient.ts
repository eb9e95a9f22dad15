import type { RunReason } from '../../../contract/action-runs.ts'
import { ForwardMailConfig } from '../../../contract/actions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hasSendingScope } from '../../vendors/entra.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { isAutomatic } from '../../mail/automatic-mail.ts'
import { findOwnAddresses } from '../run-message-queries.ts'
import { RunStopped } from '../run-stopped.ts'
import type { ActionTarget } from '../action-runner.ts'
import { findMailboxAddress, missingConfirmation, findSavedConfig, findGrantedScopes } from './forward-mail-queries.ts'

type About = ActionTarget<'forward_mail'>

/**
 * For the transaction directly before an effect: the recipient must be the saved address, read now and never taken
 * from a model's output, and must have agreed.
 * @throws RunStopped
 */
export const requireConfirmedRecipient =
  ({ userId, folderActionId, config }: About) =>
  async (tx: Tx): Promise<void> => {
    const saved = ForwardMailConfig.safeParse(await findSavedConfig(tx, { userId, folderActionId }))
    const address = config.destination_email
    if (!saved.success || saved.data.destination_email !== address)
      throw new RunStopped({ status: 'failed', reason: 'config_changed' })
    const reason = await missingConfirmation(tx, { userId, address })
    if (reason) throw new RunStopped({ status: 'failed', reason })
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
  ctx: Pick<Context, 'db'>,
  about: About,
  message: GraphMessage,
): Promise<ForwardObstacle | null> {
  const { userId, mailboxId } = about
  const address = about.config.destination_email.toLowerCase()
  return ctx.db.asService(async (tx): Promise<ForwardObstacle | null> => {
    const isBack = message.headers['x-mailroom-id'] !== undefined || message.from?.address === address
    if (isBack || (await findMailboxAddress(tx, mailboxId)) === address) return { status: 'skipped', reason: 'loop' }
    if (isAutomatic(message, await findOwnAddresses(tx, userId))) return { status: 'skipped', reason: 'automatic_mail' }
    const reason = await missingConfirmation(tx, { userId, address })
    if (reason) return { status: 'failed', reason }
    if (!hasSendingScope((await findGrantedScopes(tx, mailboxId))?.split(' ') ?? []))
      return { status: 'failed', reason: 'sending_not_allowed' }
    return null
  })
}
