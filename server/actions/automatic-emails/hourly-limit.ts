import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { createNotificationAtMostEvery } from '../../shared/notifications.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import { automaticEmailsPerHour } from '../limits.ts'
import { hashSecret } from '../../sealed.ts'
import { RunStopped } from '../runner/run-stopped.ts'
import { countAutomaticEmail, type AutomaticEmail, type ForwardMarks } from './automatic-email-queries.ts'

/** As many emails as allowed within an hour went to this recipient. Nothing was sent or drafted. */
class HourlyLimitReached extends RunStopped {
  readonly email: AutomaticEmail

  constructor(email: AutomaticEmail) {
    super({ status: 'failed', reason: 'hourly_limit' })
    this.name = 'HourlyLimitReached'
    this.email = email
  }
}

/**
 * For the transaction directly before an effect: counts this email.
 * @throws HourlyLimitReached, which `reportHourlyLimit` has to pass
 */
export async function requireHourlyPlace(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  email: AutomaticEmail,
  marks: ForwardMarks = {},
): Promise<void> {
  if (!(await countAutomaticEmail(tx, email, marks, clock.now()))) throw new HourlyLimitReached(email)
}

/**
 * Executes a run, and tells the user, by a notification and an email, that the limit holds emails back: once per
 * recipient and hour. A run that is repeated after a crash finds the limit again.
 */
export async function reportHourlyLimit<T>(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer'>,
  mailboxId: string,
  execute: () => Promise<T>,
): Promise<T> {
  try {
    return await execute()
  } catch (error) {
    if (error instanceof HourlyLimitReached) await notifyHourlyLimit(ctx, mailboxId, error.email)
    throw error
  }
}

async function notifyHourlyLimit(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer'>,
  mailboxId: string,
  { userId, kind, address }: AutomaticEmail,
): Promise<void> {
  const now = ctx.clock.now()
  const key = `${kind}/${hashSecret(address).toString('hex')}`
  const about = {
    userId,
    kind: 'hourly_limit_reached',
    key,
    mailboxId,
    address,
    count: automaticEmailsPerHour,
  } as const
  await ctx.db.asService(async (tx) => {
    if (!(await createNotificationAtMostEvery(tx, addMs(now, -60 * 60_000), { ...about, now }))) return
    await enqueueEmail(tx, ctx, { kind: 'hourly-limit-notice', payload: { userId, kind, address }, userId })
  })
}
