import { type DigestSchedule, everyDay } from '../../contract/functions/email-digest.ts'
import { overviewDays, usageMonth } from '../../contract/limits.ts'
import { lastDays, weekdayName } from '../../contract/local-days.ts'
import { readEmailLimit } from '../billing/entitlements/email-limit-queries.ts'
import { addMs, days } from '../clock.ts'
import { type FollowUpRow, listFollowUps } from '../mail/people/follow-up-queries.ts'
import type { Context } from '../context.ts'
import { hasPlans } from '../shared/monthly-limit.ts'
import { timeZoneOf } from '../shared/user-time-zones.ts'
import type { ServerTexts } from '../texts/server-texts.ts'
import type { EmailContent } from '../emails/email-content.ts'
import type { EmailPayload } from '../emails/email-kinds.ts'
import { emailTexts } from '../emails/email-texts.ts'
import { findDigestAccount } from './digest-account-queries.ts'
import {
  accountsToSignIn,
  countDrafts,
  countFailedActions,
  delayedByFolder,
  hasNewNeed,
  leastCertain,
  sortedInPeriod,
  waitingInReview,
} from './digest-content-queries.ts'
import { correctionLinkPath, correctionToken, endLinkPath, endToken } from './digest-links.ts'
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

const hourMs = 60 * 60_000
const correctionLifetimeMs = days(7)
/** Of each list of what waits for an answer. */
const digestMaxFollowUps = 5

/** Null where the digest was switched off meanwhile, the account may not get one, or there is nothing to report. */
export async function composeDigest(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'sealer' | 'vendors'>,
  { userId, ...payload }: EmailPayload<'digest'>,
): Promise<EmailContent | null> {
  const period = { from: new Date(payload.from), until: new Date(payload.until) }
  const account = await ctx.db.asAccounts((tx) => findDigestAccount(tx, userId, ctx.clock.now()))
  const { settings, timeZone } = await ctx.db.asService(async (tx) => ({
    settings: await findDigestSettings(tx, userId),
    timeZone: await timeZoneOf(tx, userId),
  }))
  if (!account || !settings) return null
  if (!account.isProven && settings.confirmedAddress !== account.email) return null
  const report = await readReport(ctx, { userId, period, timeZone })
  if (isEmpty(report)) return null
  const { publicUrl } = ctx.config
  const texts = emailTexts(ctx.config, account.language)
  const { t } = texts
  const linkUrl = (path: string, token: string) => `${publicUrl}${path}?${new URLSearchParams({ token })}`
  const endUrl = linkUrl(endLinkPath, endToken(ctx.sealer, userId))
  return {
    to: account.email,
    language: account.language,
    subject: digestSubject(texts, report, ctx.config.productName),
    heading: t('Your emails, {period}', { period: periodText(period, timeZone, texts.locale) }),
    paragraphs: [digestSummary(texts, report)],
    sections: digestSections(texts, report, (effect, logId, folderId) => {
      const expiresAt = addMs(ctx.clock.now(), correctionLifetimeMs).toISOString()
      const correction = { userId, address: account.email, logId, effect, folderId, expiresAt }
      return linkUrl(correctionLinkPath, correctionToken(ctx.sealer, correction))
    }),
    button: digestButton(texts, report, publicUrl),
    footnote: footnoteOf(texts, settings.schedule, timeZone),
    footnoteLink: { label: t('Change or end the digest'), url: endUrl },
    unsubscribeUrl: endUrl,
  }
}

function footnoteOf({ t, locale }: ServerTexts, { hour, days: chosen }: DigestSchedule, zone: string): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(hour * hourMs)
  const names = chosen.map((day) => weekdayName(day, locale))
  const values = { time, zone, days: new Intl.ListFormat(locale).format(names) }
  return chosen.length === everyDay.length
    ? t(
        'You get this every day at {time}, because you switched on the digest. Days and times are those of {zone}.',
        values,
      )
    : t(
        'You get this at {time} on these days: {days}. You switched on the digest. ' +
          'Days and times are those of {zone}.',
        values,
      )
}

async function readReport(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors'>,
  { timeZone, ...at }: { userId: string; period: DigestPeriod; timeZone: string },
): Promise<DigestReport> {
  const now = ctx.clock.now()
  const { from, until } = at.period
  const isNew = ({ dueAt }: FollowUpRow): boolean => dueAt >= from && dueAt < until
  return ctx.db.asService(async (tx) => {
    const followUps = await listFollowUps(tx, at.userId, { now, newest: digestMaxFollowUps })
    return {
      sorted: await sortedInPeriod(tx, at),
      delayed: await delayedByFolder(tx, at),
      leastCertain: await leastCertain(tx, at),
      review: await waitingInReview(tx, at, firstReviewDay(now, timeZone)),
      drafts: await countDrafts(tx, at),
      failedActions: await countFailedActions(tx, at),
      signIns: await accountsToSignIn(tx, at.userId),
      usage: await readEmailLimit(tx, { userId: at.userId, month: usageMonth(now), hasPlans: hasPlans(ctx) }),
      hasNewNeed: await hasNewNeed(tx, at),
      followUps,
      // Of those that are listed.
      hasNewFollowUp: followUps.some(isNew),
    }
  })
}

/** The first day that Review shows (`web/api/review.ts`). */
const firstReviewDay = (now: Date, timeZone: string): Date => lastDays(now, timeZone, overviewDays)[0]?.start ?? now

/** “25 November 2026”, “16–22 November 2026”. A word joiner (U+2060) keeps the range on one line. */
const periodText = ({ from, until }: DigestPeriod, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
    .formatRange(from, addMs(until, -1))
    .replace('–', '–\u2060')
