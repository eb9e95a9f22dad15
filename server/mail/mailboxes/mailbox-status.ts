import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { resolveNotification, createNotification } from '../../shared/notifications.ts'
import { type MailboxRow, updateMailboxStatus } from './mailbox-queries.ts'
import { enqueueResumedEmail, enqueueStoppedEmail } from './stopped-email.ts'

type MailboxStatus = MailboxRow['status']

const notifiedStatuses = [
  ['reauth_required', 'mailbox_needs_sign_in'],
  ['unavailable', 'mailbox_unavailable'],
] as const

/** @returns whether the status was another one before */
export async function changeMailboxStatus(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  mailboxId: string,
  status: MailboxStatus,
): Promise<boolean> {
  const now = ctx.clock.now()
  const changed = await updateMailboxStatus(tx, mailboxId, status, now)
  if (!changed) return false
  const { userId, begins } = changed
  if (begins) await enqueueStoppedEmail(tx, ctx, { userId, mailboxId, stoppedAt: now })
  await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
  await reportStatus(tx, ctx, { mailboxId, userId, status })
  return true
}

/**
 * A mailbox that needs a new sign-in, or that Microsoft refuses as a whole, has a notification until it is active
 * again, and an email then where one has reported the stop. To be called when its status changes.
 */
export async function reportStatus(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { mailboxId, userId, status }: { mailboxId: string; userId: string; status: MailboxStatus },
): Promise<void> {
  for (const [reported, kind] of notifiedStatuses) {
    const notification = { userId, kind, key: mailboxId }
    if (status === reported) await createNotification(tx, { ...notification, mailboxId, now: ctx.clock.now() })
    else await resolveNotification(tx, notification)
  }
  if (status === 'active') await enqueueResumedEmail(tx, ctx, { userId, mailboxId })
}
