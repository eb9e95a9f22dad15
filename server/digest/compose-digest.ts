import { digestTime, usageMonth } from '../../contract/limits.ts'
import { readEmailLimit } from '../billing/email-limit-queries.ts'
import { days, later } from '../clock.ts'
import type { Context } from '../context.ts'
import type { EmailContent } from '../emails/email-content.ts'
import type { EmailPayload } from '../emails/email-kinds.ts'
import { findDigestAccount } from './digest-account-queries.ts'
import {
  accountsToSignIn,
  countFailedActions,
  hasNewNeed,
  sortedInPeriod,
  waitingInReview,
} from './digest-content-queries.ts'
import { endLinkPath, endToken } from './digest-links.ts'
import {
  digestButton,
  digestSections,
  digestSubject,
  digestSummary,
  isEmpty,
  type DigestReport,
} from './digest-report.ts'
import type { DigestPeriod } from './digest-schedule.ts'
import { findDigestSettings } from './digest-settings-queries.ts'

/** Null where the digest was switched off meanwhile, the account may not get one, or there is nothing to report. */
export async function composeDigest(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'sealer'>,
  { userId, frequency, ...payload }: EmailPayload<'digest'>,
): Promise<EmailContent | null> {
  const period = { from: new Date(payload.from), until: new Date(payload.until) }
  const account = await ctx.db.asAccounts((tx) => findDigestAccount(tx, userId, ctx.clock.now()))
  const settings = await ctx.db.asService((tx) => findDigestSettings(tx, userId))
  if (!account || !settings) return null
  if (!account.isProven && settings.confirmedAddress !== account.email) return null
  const report = await readReport(ctx, userId, period)
  if (isEmpty(report)) return null
  const { productName, publicUrl } = ctx.config
  const endUrl = `${publicUrl}${endLinkPath}?${new URLSearchParams({ token: endToken(ctx.sealer, userId) })}`
  return {
    to: account.email,
    subject: digestSubject(report, productName),
    heading: `Your email, ${periodText(period)}`,
    paragraphs: [digestSummary(report, productName)],
    sections: digestSections(report),
    button: digestButton(report, publicUrl),
    footnote:
      `You get this ${frequency === 'daily' ? 'every day' : 'every Monday'} at ${digestTime}, because you ` +
      `switched on the ${frequency} digest. Days are those of UTC.`,
    footnoteLink: { label: 'Change or end the digest', url: endUrl },
    unsubscribeUrl: endUrl,
  }
}

async function readReport(
  ctx: Pick<Context, 'clock' | 'db'>,
  userId: string,
  period: DigestPeriod,
): Promise<DigestReport> {
  const now = ctx.clock.now()
  const at = { userId, period }
  return ctx.db.asService(async (tx) => ({
    sorted: await sortedInPeriod(tx, at),
    review: await waitingInReview(tx, at, now),
    failedActions: await countFailedActions(tx, at),
    signIns: await accountsToSignIn(tx, userId),
    usage: await readEmailLimit(tx, userId, usageMonth(now)),
    hasNewNeed: await hasNewNeed(tx, at),
  }))
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** “25 November 2026”, “16–22 November 2026”. A word joiner (U+2060) keeps the range on one line. */
const periodText = ({ from, until }: DigestPeriod): string =>
  dayFormat.formatRange(from, later(until, -days(1))).replace('–', '–\u2060')
