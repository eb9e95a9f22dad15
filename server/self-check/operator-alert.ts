import type { Context } from '../context.ts'
import { accountEmail } from '../db/account-email.ts'
import type { EmailComposers, EmailContent } from '../emails/email-content.ts'
import type { EmailPayload } from '../emails/email-kinds.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import { findOpenProviders } from '../outages/queries.ts'
import type { Difference } from './check-mailbox.ts'
import { findOperatorIds } from './self-check-queries.ts'

/** Emails what is wrong now to the accounts that `npx mailroom users operator` has named, with each self-check. */
export async function alertOperators(ctx: Context, differences: readonly Difference[]): Promise<void> {
  const providers = await ctx.db.asService(findOpenProviders)
  if (differences.length === 0 && providers.length === 0) return
  const kinds = [...new Set(differences.map(({ kind }) => kind))].sort()
  const operators = await ctx.db.asAccounts(findOperatorIds)
  await ctx.db.asService(async (tx) => {
    for (const userId of operators)
      await enqueueEmail(tx, ctx, {
        kind: 'operator-alert',
        payload: { userId, providers, differences: kinds },
        userId,
      })
  })
}

export const operatorComposers = { 'operator-alert': composeAlert } satisfies Partial<EmailComposers>

async function composeAlert(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { userId, providers, differences }: EmailPayload<'operator-alert'>,
): Promise<EmailContent | null> {
  const to = await db.asAccounts((tx) => accountEmail(tx, userId))
  if (to === null) return null
  const outage =
    `These services refuse us or do not respond: ${providers.join(', ')}. ` +
    'Nothing is lost: work waits and goes on when they respond.'
  const found = differences.join(', ')
  const difference = `Outlook and the database disagree: ${found}. The log line self_check_differs has the ids.`
  return {
    to,
    subject: `${config.productName} needs its operator`,
    heading: 'Something needs your attention',
    paragraphs: [
      ...(providers.length > 0 ? [outage] : []),
      ...(differences.length > 0 ? [difference] : []),
      'Run npm run doctor on the server: it names causes and remedies.',
    ],
    footnote: 'You get this at most once an hour, because your account is an operator of this server.',
  }
}
