import { deleteForwardAddresses } from '../actions/forward-addresses/forward-address-queries.ts'
import { requireSignInToAll } from '../connections/require-sign-in.ts'
import type { RemoteContext } from '../context.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { changeMailboxStatus } from '../mail/mailboxes/mailbox-status.ts'
import { findMailboxKind, listMailboxes } from '../mail/mailboxes/mailbox-queries.ts'
import { providerOf } from '../mail/providers/mail-providers.ts'

/**
 * Pre-hijacking: an attacker who registered the owner's address first may have connected a mailbox or a file store of
 * their own, where the owner's attachments and drafts would end. No call is made with those before the owner signs in
 * to them, and no email is forwarded before its recipient confirms again.
 */
export async function requireNewSignIns(
  ctx: RemoteContext,
  { userId }: JobPayload<'require-new-sign-ins'>,
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    for (const { id: mailboxId } of await listMailboxes(tx, userId)) {
      await changeMailboxStatus(tx, ctx, mailboxId, 'reauth_required')
      const kind = await findMailboxKind(tx, mailboxId)
      if (kind !== null) await providerOf(kind).deleteSignIn(ctx, tx, { mailboxId, userId })
    }
    await requireSignInToAll(tx, ctx, userId)
    await deleteForwardAddresses(tx, userId)
    await publishLiveEvent(tx, userId, { type: 'forward-addresses' })
  })
}
