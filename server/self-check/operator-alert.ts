import type { Context } from '../context.ts'
import { findEmailRecipient } from '../shared/email-recipient.ts'
import { findOperatorIds } from '../shared/operators.ts'
import type { EmailComposers, EmailContent } from '../emails/email-content.ts'
import type { EmailPayload } from '../emails/email-kinds.ts'
import { emailTexts } from '../emails/email-texts.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import type { JobPayload } from '../jobs/queues.ts'
import type { Difference } from './check-mailbox.ts'

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
  const recipient = await db.asAccounts((tx) => findEmailRecipient(tx, userId))
  if (!recipient) return null
  const { t } = emailTexts(config, recipient.language)
  const outage = t(
    'A service has begun to refuse the calls of {product}, or has stopped responding: {services}. ' +
      'Nothing is lost: work waits and continues when it responds.',
    { services: providers.join(', ') },
  )
  const difference = t('A mailbox and the database disagree: {found}. The log line self_check_differs has the ids.', {
    found: differences.join(', '),
  })
  return {
    ...recipient,
    subject: t('{product} needs its operator'),
    heading: t('Something needs your attention'),
    paragraphs: [
      ...(providers.length > 0 ? [outage] : []),
      ...(differences.length > 0 ? [difference] : []),
      t('Run npm run doctor on the server: it names causes and remedies.'),
    ],
    footnote: t(
      'You get one email for each outage, and at most one a day for each kind of disagreement that lasts, ' +
        'because your account is an operator of this server.',
    ),
  }
}
