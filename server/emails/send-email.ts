import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import { outageWaitMs } from '../outages/classify-failure.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { callProvider, providerWaitMs } from '../outages/call-provider.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'
import type { EmailComposers, EmailContent } from './email-content.ts'
import { emailKinds, type EmailKind } from './email-kinds.ts'
import { payloadSealContext } from './enqueue-email.ts'
import {
  findDueEmails,
  deleteOutgoingEmail,
  claimOutgoingEmail,
  postponeOutgoingEmail,
  type OutgoingEmailRow,
} from './queries.ts'
import { renderEmail } from './render-email.ts'
import { retryDelayMs } from '../retry-delay.ts'

/**
 * Sends one email at least once: it is deleted after the mail server accepted it. A transient failure delays the next
 * attempt. An expired or permanently refused email is dropped with an event.
 */
export const sendEmail =
  (composers: EmailComposers) =>
  async (ctx: Context, { emailId }: JobPayload<'send-email'>): Promise<void> => {
    const now = ctx.clock.now()
    // `reconcile-emails` enqueues it again.
    if ((await providerWaitMs(ctx, 'smtp')) > 0) return
    const nextAttemptAt = (attempts: number): Date => addMs(now, retryDelayMs('email', attempts))
    const row = await ctx.db.asService((tx) => claimOutgoingEmail(tx, { id: emailId, now, nextAttemptAt }))
    if (!row) return
    const remove = () => ctx.db.asService((tx) => deleteOutgoingEmail(tx, emailId))
    if (row.expires_at <= now) {
      ctx.events.emailDropped({ emailId, kind: row.kind, reason: 'expired' })
      return remove()
    }
    const { smtp } = ctx.vendors
    if (!smtp) {
      ctx.events.emailDropped({ emailId, kind: row.kind, reason: 'no_mail_server' })
      return remove()
    }
    const content = await compose(ctx, composers, row)
    try {
      const at = { provider: 'smtp', subject: emailId }
      if (content) await callProvider(ctx, at, () => smtp.send(renderEmail(content, ctx.config)))
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      const outageMs = outageWaitMs(error)
      if (outageMs !== null) return ctx.db.asService((tx) => postponeOutgoingEmail(tx, emailId, addMs(now, outageMs)))
      if (error.transient) return ctx.events.emailDelayed({ emailId, kind: row.kind, attempts: row.attempts, error })
      ctx.events.emailDropped({ emailId, kind: row.kind, reason: 'refused' })
      return remove()
    }
    if (content) ctx.events.emailSent({ emailId, kind: row.kind })
    await remove()
  }

async function compose(ctx: Context, composers: EmailComposers, row: OutgoingEmailRow): Promise<EmailContent | null> {
  const payload: unknown = JSON.parse(ctx.sealer.open(payloadSealContext(row.id), row.payload_sealed))
  if (!isKind(row.kind)) throw new Error(`There is no email of kind ${row.kind}`)
  return composeKind(ctx, composers, row.kind, payload)
}

const isKind = (kind: string): kind is EmailKind => Object.hasOwn(emailKinds, kind)

/** One case per kind, so that each composer gets its own payload type. */
function composeKind(
  ctx: Context,
  composers: EmailComposers,
  kind: EmailKind,
  payload: unknown,
): Promise<EmailContent | null> {
  switch (kind) {
    case 'account-link':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'account-notice':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'forward-address':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'forward-address-notice':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'file-destination-notice':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'file-destination-summary':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'hourly-limit-notice':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'limit-reached':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'payment-failed':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'mailbox-stopped':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'mailbox-resumed':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'digest':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'digest-confirmation':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'operator-alert':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
  }
}

/** Enqueues due emails without a job: after a transient failure, or when a worker died. */
export async function reconcileEmails(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    await ctx.jobs.enqueueAll(tx, 'send-email', await findDueEmails(tx, now))
  })
}
