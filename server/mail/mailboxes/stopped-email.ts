import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { accountEmail } from '../../shared/account-email.ts'
import type { Tx } from '../../db/database.ts'
import type { EmailComposers, EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import { findStoppedMailbox } from './mailbox-queries.ts'

/** A stop of a mailbox that ends within this time is not emailed. */
const stoppedMailboxEmailDelayMs = 60 * 60_000

export const mailComposers = { 'mailbox-stopped': composeMailboxStopped } satisfies Partial<EmailComposers>

/**
 * Tells the user that a mailbox is no longer sorted: once per stop, after an hour, and only if it still lasts, with the
 * reason that it has then. To be called in the transaction that begins the stop.
 */
export async function enqueueStoppedEmail(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { userId, mailboxId, stoppedAt }: { userId: string; mailboxId: string; stoppedAt: Date },
): Promise<void> {
  const payload = { userId, mailboxId, stoppedAt: stoppedAt.toISOString() }
  const sendAt = addMs(stoppedAt, stoppedMailboxEmailDelayMs)
  await enqueueEmail(tx, ctx, { kind: 'mailbox-stopped', payload, userId, sendAt })
}

async function composeMailboxStopped(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, mailboxId, stoppedAt }: EmailPayload<'mailbox-stopped'>,
): Promise<EmailContent | null> {
  const to = await ctx.db.asAccounts((tx) => accountEmail(tx, userId))
  const mailbox = await ctx.db.asService((tx) => findStoppedMailbox(tx, { mailboxId, stoppedAt: new Date(stoppedAt) }))
  // Signed in again, disconnected, switched off, or stopped anew, which has an email of its own.
  if (to === null || !mailbox?.real_time) return null
  const { productName, publicUrl } = ctx.config
  const { email_address: address } = mailbox
  const needsSignIn = mailbox.status === 'reauth_required'
  return {
    to,
    subject: `${productName} no longer sorts ${address}`,
    heading: 'Sorting has stopped',
    paragraphs: needsSignIn
      ? [
          `The mailbox ${address} no longer accepts our sign-in: a password was changed, for example, or the access ` +
            'was withdrawn. New email stays in your inbox; nothing is lost.',
          'Open the page below and reconnect the mailbox. Sorting then continues with the email that waited.',
        ]
      : [
          `The mailbox ${address} is not available: it may be disabled, without a licence, or moved to another ` +
            'place, your organization may no longer admit this app, or its mail server numbers the emails of a ' +
            'folder again and again. New email stays in your inbox; nothing is lost.',
          'We keep trying, and sorting continues by itself. If the mailbox should be available, please ask your ' +
            'administrator.',
        ],
    button: {
      label: needsSignIn ? 'Reconnect the mailbox' : 'Open the mailbox',
      url: `${publicUrl}/dashboard?tab=mailbox`,
    },
    footnote:
      'You get this once, because this mailbox is connected to your account. ' +
      'We never ask for a password by email; that of a mailbox at Microsoft you type on a page of Microsoft only.',
  }
}
