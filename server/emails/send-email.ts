import { later, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import type { EmailComposers, EmailContent } from './composers.ts'
import { emailKinds, type EmailKind } from './kinds.ts'
import { payloadPlace } from './put-email.ts'
import { dueEmails, removeOutgoingEmail, takeOutgoingEmail, type OutgoingEmailRow } from './queries.ts'
import { render } from './render.ts'

/** 1, 2, 4 … minutes, at most half an hour. */
const pauseMs = (attempts: number): number => minutes(Math.min(2 ** (attempts - 1), 30))

/**
 * Sends one e-mail that waits, at least once: it is forgotten only after the mail server took it. Where the server is in trouble it
 * waits for its next attempt; where it will never take it, or it is too old, it is dropped, and an event says so.
 */
export const sendEmail =
  (composers: EmailComposers) =>
  async (ctx: Context, { emailId }: JobPayload<'send-email'>): Promise<void> => {
    const now = ctx.clock.now()
    const nextAttemptAt = (attempts: number): Date => later(now, pauseMs(attempts))
    const row = await ctx.db.asService((tx) => takeOutgoingEmail(tx, { id: emailId, now, nextAttemptAt }))
    if (!row) return
    const done = () => ctx.db.asService((tx) => removeOutgoingEmail(tx, emailId))
    if (row.expires_at <= now) {
      ctx.events.emailDropped({ emailId, kind: row.kind, reason: 'expired' })
      return done()
    }
    const { smtp } = ctx.vendors
    if (!smtp) {
      ctx.events.emailDropped({ emailId, kind: row.kind, reason: 'no_mail_server' })
      return done()
    }
    const content = await compose(ctx, composers, row)
    try {
      if (content) await smtp.send(render(content, ctx.config))
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      if (error.transient) return ctx.events.emailDelayed({ emailId, kind: row.kind, attempts: row.attempts, error })
      ctx.events.emailDropped({ emailId, kind: row.kind, reason: 'refused' })
      return done()
    }
    if (content) ctx.events.emailSent({ emailId, kind: row.kind })
    await done()
  }

async function compose(ctx: Context, composers: EmailComposers, row: OutgoingEmailRow): Promise<EmailContent | null> {
  const payload: unknown = JSON.parse(ctx.sealer.open(payloadPlace(row.id), row.payload_sealed))
  if (!isKind(row.kind)) throw new Error(`There is no e-mail of kind ${row.kind}`)
  return composeKind(ctx, composers, row.kind, payload)
}

const isKind = (kind: string): kind is EmailKind => Object.hasOwn(emailKinds, kind)

/** Written out kind by kind, so that each composer gets a payload of its own shape. */
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
    case 'limit-reached':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
    case 'payment-failed':
      return composers[kind](ctx, emailKinds[kind].payload.parse(payload))
  }
}

/** Every minute: what is due and has no job any more, since a server was in trouble or a worker died. */
export async function lookAfterEmails(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    for (const emailId of await dueEmails(tx, now)) await ctx.jobs.enqueue(tx, 'send-email', { emailId })
  })
}
