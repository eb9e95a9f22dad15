import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { createNotification, resolveNotification } from '../../shared/notifications.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'

interface ForwardAddressEvent {
  userId: string
  id: string
  address: string
  event: EmailPayload<'forward-address-notice'>['event']
  /** Network address that the event came from. */
  ip: string
}

/**
 * Tells the user, by a notification and by an email, that an address was requested or confirmed: an attacker with a
 * stolen session would otherwise receive their mail unnoticed.
 */
export async function notifyForwardAddress(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { userId, id, address, event, ip }: ForwardAddressEvent,
): Promise<void> {
  const now = ctx.clock.now()
  await createNotification(tx, { userId, kind: `forward_address_${event}`, key: id, address, now })
  const payload = { userId, forwardAddressId: id, event, ip, at: now.toISOString() }
  await enqueueEmail(tx, ctx, { kind: 'forward-address-notice', payload, userId })
}

export async function resolveForwardNotifications(tx: Tx, { userId, id }: { userId: string; id: string }) {
  for (const kind of ['forward_address_requested', 'forward_address_confirmed'] as const)
    await resolveNotification(tx, { userId, kind, key: id })
}
