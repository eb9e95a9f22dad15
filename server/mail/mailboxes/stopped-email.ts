import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { findEmailRecipient } from '../../shared/email-recipient.ts'
import type { Tx } from '../../db/database.ts'
import type { EmailComposers, EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
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
  const recipient = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  const mailbox = await ctx.db.asService((tx) => findStoppedMailbox(tx, { mailboxId, stoppedAt: new Date(stoppedAt) }))
  // Signed in again, disconnected, switched off, or stopped anew, which has an email of its own.
  if (!recipient || !mailbox?.real_time) return null
  const { t } = emailTexts(ctx.config, recipient.language)
  const { email_address: address } = mailbox
  const needsSignIn = mailbox.status === 'reauth_required'
  return {
    ...recipient,
    subject: t('{product} no longer sorts {address}', { address }),
    heading: t('Sorting has stopped'),
    paragraphs: needsSignIn
      ? [
          t(
            'The mailbox {address} no longer accepts the sign-in: a password was changed, for example, or the access ' +
              'was withdrawn. New emails stay in your inbox; nothing is lost.',
            { address },
          ),
          t('Open the page below and reconnect the mailbox. {product} then sorts the emails that waited.'),
        ]
      : [
          t(
            'The mailbox {address} is not available: it may be disabled, without a licence, or moved to another ' +
              'place, your organization may no longer admit this app, or its mail server numbers the emails of a ' +
              'folder again and again. New emails stay in your inbox; nothing is lost.',
            { address },
          ),
          t(
            '{product} tries again and again, and sorting continues automatically. ' +
              'If the mailbox should be available, please ask your administrator.',
          ),
        ],
    button: {
      label: needsSignIn ? t('Reconnect the mailbox') : t('Open the mailbox'),
      url: `${ctx.config.publicUrl}/dashboard?tab=mailbox`,
    },
    footnote: t(
      'You get this once, because this mailbox is connected to your account. ' +
        '{product} never asks for a password by email; ' +
        'that of a mailbox at Microsoft you type on a page of Microsoft only.',
    ),
  }
}
