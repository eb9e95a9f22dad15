import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { wantsStopEmails } from '../../shared/email-choices.ts'
import { findEmailRecipient } from '../../shared/email-recipient.ts'
import type { Tx } from '../../db/database.ts'
import type { EmailComposers, EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import type { ServerTexts } from '../../texts/server-texts.ts'
import { clearStopEmailed, findResumedMailbox, findStoppedMailbox, saveStopEmailed } from './mailbox-queries.ts'

/** A stop of a mailbox that ends within this time is not emailed. */
const stoppedMailboxEmailDelayMs = 60 * 60_000
/** A mailbox that stops again within this time has not resumed. */
const resumedMailboxEmailDelayMs = 5 * 60_000

export const mailComposers = {
  'mailbox-stopped': composeMailboxStopped,
  'mailbox-resumed': composeMailboxResumed,
} satisfies Partial<EmailComposers>

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

/** Where the stop was emailed, so is its end. To be called in the transaction that ends the stop. */
export async function enqueueResumedEmail(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  payload: EmailPayload<'mailbox-resumed'>,
): Promise<void> {
  if (!(await clearStopEmailed(tx, payload.mailboxId))) return
  const sendAt = addMs(ctx.clock.now(), resumedMailboxEmailDelayMs)
  await enqueueEmail(tx, ctx, { kind: 'mailbox-resumed', payload, userId: payload.userId, sendAt })
}

async function composeMailboxStopped(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, mailboxId, stoppedAt }: EmailPayload<'mailbox-stopped'>,
): Promise<EmailContent | null> {
  const recipient = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  const mailbox = await ctx.db.asService(async (tx) => {
    const stop = { mailboxId, stoppedAt: new Date(stoppedAt) }
    const stopped = await findStoppedMailbox(tx, stop)
    // Signed in again, disconnected, switched off, or stopped again, which has an email of its own.
    if (!recipient || !stopped?.real_time || !(await wantsStopEmails(tx, userId))) return null
    return (await saveStopEmailed(tx, stop)) ? stopped : null
  })
  if (!recipient || !mailbox) return null
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
    footnoteLink: choicesLink(ctx, t),
  }
}

async function composeMailboxResumed(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, mailboxId }: EmailPayload<'mailbox-resumed'>,
): Promise<EmailContent | null> {
  const recipient = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  const mailbox = await ctx.db.asService(async (tx) =>
    (await wantsStopEmails(tx, userId)) ? await findResumedMailbox(tx, mailboxId) : undefined,
  )
  if (!recipient || !mailbox) return null
  const { t } = emailTexts(ctx.config, recipient.language)
  const { email_address: address } = mailbox
  return {
    ...recipient,
    subject: t('{product} sorts {address} again', { address }),
    heading: t('Sorting continues'),
    paragraphs: [
      t('The mailbox {address} can be reached again. {product} sorts new emails, and those that waited.', { address }),
    ],
    button: { label: t('Open the dashboard'), url: `${ctx.config.publicUrl}/dashboard` },
    footnote: t('You get this once, because you were emailed that sorting had stopped.'),
    footnoteLink: choicesLink(ctx, t),
  }
}

const choicesLink = ({ config }: Pick<Context, 'config'>, t: ServerTexts['t']) => ({
  label: t('Choose which emails you get'),
  url: `${config.publicUrl}/account#digest`,
})
