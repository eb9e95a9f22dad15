import type { RunReason } from '../../../contract/action-runs.ts'
import { ForwardMailConfig } from '../../../contract/actions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { maySend } from '../../vendors/entra.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { isAutomatic } from '../../mail/automatic-mail.ts'
import { ownAddresses } from '../mail-queries.ts'
import { RunStopped } from '../run-stopped.ts'
import type { RunAbout } from '../runner.ts'
import { mailboxAddress, missingAgreement, savedConfig, scopesOf } from './queries.ts'

type About = RunAbout<'forward_mail'>

/**
 * For the transaction directly before an effect: the recipient is the one that is saved now, and has agreed (checklist A3, decision T3).
 * @throws RunStopped
 */
export const onlyIfConfirmed =
  ({ userId, folderActionId, config }: About) =>
  async (tx: Tx): Promise<void> => {
    const saved = ForwardMailConfig.safeParse(await savedConfig(tx, { userId, folderActionId }))
    const address = config.destination_email
    if (!saved.success || saved.data.destination_email !== address)
      throw new RunStopped({ status: 'failed', reason: 'config_changed' })
    const reason = await missingAgreement(tx, { userId, address })
    if (reason) throw new RunStopped({ status: 'failed', reason })
  }

export interface Obstacle {
  status: 'skipped' | 'failed'
  reason: RunReason
}

/** Why this mail is not forwarded; null where it is. Mail that nobody wants forwarded comes first: there is nothing to do about it. */
export async function obstacleTo(ctx: Pick<Context, 'db'>, about: About, mail: GraphMessage): Promise<Obstacle | null> {
  const { userId, mailboxId } = about
  const address = about.config.destination_email.toLowerCase()
  return ctx.db.asService(async (tx): Promise<Obstacle | null> => {
    const isBack = mail.headers['x-mailroom-id'] !== undefined || mail.from?.address === address
    if (isBack || (await mailboxAddress(tx, mailboxId)) === address) return { status: 'skipped', reason: 'loop' }
    if (isAutomatic(mail, await ownAddresses(tx, userId))) return { status: 'skipped', reason: 'automatic_mail' }
    const reason = await missingAgreement(tx, { userId, address })
    if (reason) return { status: 'failed', reason }
    if (!maySend((await scopesOf(tx, mailboxId))?.split(' ') ?? []))
      return { status: 'failed', reason: 'sending_not_allowed' }
    return null
  })
}
