import type { Context } from '../context.ts'
import { accountEmail } from '../shared/account-email.ts'
import type { EmailComposers, EmailContent } from '../emails/email-content.ts'
import type { EmailPayload } from '../emails/email-kinds.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import type { JobPayload } from '../jobs/queues.ts'
import type { Difference } from './check-mailbox.ts'
import { findOperatorIds } from './self-check-queries.ts'

/** Emails to an operator about one kind of difference that lasts. */
const operatorAlertLimit = { points: 1, seconds: 24 * 60 * 60 }

type AlertContext = Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer'>
type Alert = EmailPayload<'operator-alert'>

/** Emails an outage to the operators, whom `npx mailroom users operator` names. */
export async function alertOperators(ctx: AlertContext, { provider }: JobPayload<'alert-operators'>): Promise<void> {
  const operators = await ctx.db.asAccounts(findOperatorIds)
  await enqueueAlerts(
    ctx,
    operators.map((userId) => ({ userId, providers: [provider], differences: [] })),
  )
}

/** Emails each kind of difference to the operators when it is new, and once a day while it lasts. */
export async function alertOfDifferences(
  ctx: AlertContext & Pick<Context, 'limits'>,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.length === 0) return
  const kinds = [...new Set(differences.map(({ kind }) => kind))].sort()
  const alerts: Alert[] = []
  for (const userId of await ctx.db.asAccounts(findOperatorIds)) {
    const due: string[] = []
    for (const kind of kinds)
      if ((await ctx.limits.tryConsume(`operator-alert/${kind}`, operatorAlertLimit, userId)) === 0) due.push(kind)
    if (due.length > 0) alerts.push({ userId, providers: [], differences: due })
  }
  await enqueueAlerts(ctx, alerts)
}

const enqueueAlerts = (ctx: AlertContext, alerts: readonly Alert[]): Promise<void> =>
  ctx.db.asService(async (tx) => {
    for (const payload of alerts)
      await enqueueEmail(tx, ctx, { kind: 'operator-alert', payload, userId: payload.userId })
  })

export const operatorComposers = { 'operator-alert': composeAlert } satisfies Partial<EmailComposers>

async function composeAlert(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { userId, providers, differences }: EmailPayload<'operator-alert'>,
): Promise<EmailContent | null> {
  const to = await db.asAccounts((tx) => accountEmail(tx, userId))
  if (to === null) return null
  const outage =
    `A service has begun to refuse us or has stopped responding: ${providers.join(', ')}. ` +
    'Nothing is lost: work waits and continues when it responds.'
  const found = differences.join(', ')
  const difference = `A mailbox and the database disagree: ${found}. The log line self_check_differs has the ids.`
  return {
    to,
    subject: `${config.productName} needs its operator`,
    heading: 'Something needs your attention',
    paragraphs: [
      ...(providers.length > 0 ? [outage] : []),
      ...(differences.length > 0 ? [difference] : []),
      'Run npm run doctor on the server: it names causes and remedies.',
    ],
    footnote:
      'You get one email for each outage, and at most one a day for each kind of disagreement that lasts, because ' +
      'your account is an operator of this server.',
  }
}
