import type { z } from 'zod'
import { EmailDigestInput, EmailDigestOutput } from '../../contract/functions/email-digest.ts'
import type { Context } from '../context.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { saveStopEmails, wantsStopEmails } from '../shared/email-choices.ts'
import { timeZoneOf } from '../shared/user-time-zones.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import { fail, TooManyRequests } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { hashSecret } from '../sealed.ts'
import { findDigestAccount } from './digest-account-queries.ts'
import { nextDueAt } from './digest-schedule.ts'
import { deleteDigestSettings, findDigestSettings, saveDigestSettings } from './digest-settings-queries.ts'

/** Emails that ask the reader of an address for consent: by one user, and to one address. */
const digestConfirmationLimit = { points: 5, seconds: 24 * 60 * 60 }

/** Which emails the user gets: the digest, and those about mailboxes that stop being sorted. */
export const emailDigest = functionRoute('email-digest', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: EmailDigestInput,
  output: EmailDigestOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof EmailDigestOutput>> {
    const before = await readDigest(ctx, userId)
    if (input.action === 'save') {
      const { schedule, stopEmails } = input
      if (schedule && !before.isAvailable) fail('digest_not_available')
      await ctx.db.asService(async (tx) => {
        if (stopEmails !== undefined) {
          await saveStopEmails(tx, userId, stopEmails)
          await publishLiveEvent(tx, userId, { type: 'email-digest' })
        }
        if (schedule === null) await deleteDigestSettings(tx, userId)
        else if (schedule) {
          const dueAt = nextDueAt(schedule, ctx.clock.now(), await timeZoneOf(tx, userId))
          await saveDigestSettings(tx, { userId, schedule, nextDueAt: dueAt })
        }
      })
    }
    const after = input.action === 'read' ? before : await readDigest(ctx, userId)
    if (!after.needsConfirmation) return after
    if (input.action === 'confirm') await requestConfirmation(ctx, userId)
    if (input.action === 'save' && before.schedule === null) await requestConfirmationAfterSaving(ctx, userId)
    return after
  },
})

async function readDigest(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors'>,
  userId: string,
): Promise<z.input<typeof EmailDigestOutput>> {
  const { settings, stopEmails } = await ctx.db.asService(async (tx) => ({
    settings: await findDigestSettings(tx, userId),
    stopEmails: await wantsStopEmails(tx, userId),
  }))
  const account = await ctx.db.asAccounts((tx) => findDigestAccount(tx, userId, ctx.clock.now()))
  const isConfirmed = account !== null && (account.isProven || settings?.confirmedAddress === account.email)
  return {
    schedule: settings?.schedule ?? null,
    nextAt: settings?.nextDueAt.toISOString() ?? null,
    needsConfirmation: settings !== null && !isConfirmed,
    stopEmails,
    isAvailable: ctx.vendors.smtp !== null,
  }
}

type ConfirmationContext = Pick<Context, 'clock' | 'db' | 'jobs' | 'limits' | 'sealer'>

/**
 * Sends the link by which the reader of an address that the account has not proven agrees to the digest: it may be
 * another person's.
 * @throws TooManyRequests over the daily limit
 */
async function requestConfirmation(ctx: ConfirmationContext, userId: string): Promise<void> {
  const account = await ctx.db.asAccounts((tx) => findDigestAccount(tx, userId, ctx.clock.now()))
  if (!account) return
  await ctx.limits.consume('digest-confirmation', digestConfirmationLimit, userId)
  const address = hashSecret(account.email).toString('hex')
  await ctx.limits.consume('digest-confirmation-to', digestConfirmationLimit, address)
  await ctx.db.asService((tx) => enqueueEmail(tx, ctx, { kind: 'digest-confirmation', payload: { userId }, userId }))
}

/** Where that is not possible now, the setting is saved unconfirmed, and the page offers the link again. */
async function requestConfirmationAfterSaving(ctx: ConfirmationContext, userId: string): Promise<void> {
  try {
    await requestConfirmation(ctx, userId)
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error
  }
}
