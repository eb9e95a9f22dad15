import { usageHighPercent } from '../../contract/limits.ts'
import type { EmailContent, EmailSection } from '../emails/email-content.ts'
import type { ServerTexts } from '../texts/server-texts.ts'
import type { FollowUpRow } from '../mail/people/follow-up-queries.ts'
import { untrustedLine } from './untrusted-line.ts'

interface DigestEmail {
  logId: string
  subject: string | null
  /** Where the email is, or would be filed. */
  folder: { id: string; name: string } | null
  /** It is in the inbox with a tag that is named like the folder. */
  isTagged: boolean
}

interface CountedByFolder {
  total: number
  folders: { folder: string; mailbox: string; emails: number }[]
}

/** What a digest reports. Names and subjects are untrusted text. */
export interface DigestReport {
  sorted: CountedByFolder
  /** What waits until it is filed. `ofPeriod`: decided in the period. */
  delayed: CountedByFolder & { ofPeriod: number }
  leastCertain: DigestEmail[]
  /** `total`: of the period; `all`: everything that waits in Review. */
  review: { total: number; all: number; emails: DigestEmail[] }
  drafts: number
  failedActions: number
  signIns: { mailboxes: string[]; services: string[] }
  usage: { used: number; limit: number | null }
  hasNewNeed: boolean
  followUps: FollowUpRow[]
  /** One of them began to wait in the period. */
  hasNewFollowUp: boolean
}

/** The address of the page that moves an email: out of a folder, or into it. */
type CorrectionUrl = (effect: 'return' | 'file', logId: string, folderId: string) => string

/** Nothing happened in the period. What has needed the user for longer is no reason for an email. */
export const isEmpty = ({
  sorted,
  delayed,
  review,
  drafts,
  failedActions,
  hasNewNeed,
  hasNewFollowUp,
  ...rest
}: DigestReport): boolean =>
  !hasNewFollowUp &&
  sorted.total + delayed.ofPeriod + review.total + drafts + failedActions === 0 &&
  !(hasNewNeed && hasStandingNeed(rest))

const hasStandingNeed = ({ signIns, usage }: Pick<DigestReport, 'signIns' | 'usage'>): boolean =>
  signIns.mailboxes.length > 0 || signIns.services.length > 0 || isLimitNear(usage)

const isLimitNear = ({ used, limit }: DigestReport['usage']): boolean =>
  limit !== null && used * 100 >= limit * usageHighPercent

/** Contains no text of an email, since subjects of strangers would make ours. */
export function digestSubject(texts: ServerTexts, report: DigestReport, productName: string): string {
  const { sorted, delayed, review, followUps } = report
  const { t, tn } = texts
  const needs = needsOf(texts, report).length
  const waiting = totalOf(followUps, 'sent') + totalOf(followUps, 'question')
  const parts = [
    ...(sorted.total > 0 ? [tn(sorted.total, '{count} email sorted', '{count} emails sorted')] : []),
    ...(delayed.total > 0 ? [t('{number} filed later', { number: delayed.total })] : []),
    ...(review.total > 0 ? [t('{number} to review', { number: review.total })] : []),
    ...(waiting > 0 ? [t('{number} without an answer', { number: waiting })] : []),
    ...(needs > 0 ? [tn(needs, '{count} thing needs you', '{count} things need you')] : []),
  ]
  return `${productName}: ${parts.join(', ')}`
}

/** The first sentences, which message lists show beside the subject. */
export function digestSummary({ t, tn }: ServerTexts, { sorted, delayed, review }: DigestReport): string {
  const parts = [
    ...(sorted.total > 0
      ? [tn(sorted.total, '{product} sorted {count} email.', '{product} sorted {count} emails.')]
      : []),
    ...(delayed.total > 0
      ? [
          tn(
            delayed.total,
            '{count} email stays in your inbox until it is filed.',
            '{count} emails stay in your inbox until they are filed.',
          ),
        ]
      : []),
    ...(review.total > 0
      ? [
          tn(
            review.total,
            '{count} email stayed in your inbox and waits for your review.',
            '{count} emails stayed in your inbox and wait for your review.',
          ),
        ]
      : []),
  ]
  return parts.join(' ') || t('No email was sorted, but something waits for you.')
}

export function digestSections(texts: ServerTexts, report: DigestReport, urlOf: CorrectionUrl): EmailSection[] {
  const { t } = texts
  const sections = [
    { heading: t('Sorted into folders'), lines: folderLines(texts, report.sorted) },
    { heading: t('The least certain ones'), lines: leastCertainLines(texts, report.leastCertain, urlOf) },
    { heading: t('Filed later'), lines: folderLines(texts, report.delayed) },
    { heading: t('Waiting for your review'), lines: reviewLines(texts, report.review, urlOf) },
    { heading: t('Needs you'), lines: needsOf(texts, report).map((text) => ({ text })) },
    { heading: t('You have no answer yet'), lines: followUpLines(texts, report.followUps, 'sent') },
    { heading: t('Questions that you have not answered'), lines: followUpLines(texts, report.followUps, 'question') },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

/** The mailbox is named where there are several. */
function folderLines({ t, locale }: ServerTexts, { total, folders }: CountedByFolder): EmailSection['lines'] {
  const areSeveral = new Set(folders.map(({ mailbox }) => mailbox)).size > 1
  const others = total - folders.reduce((sum, { emails }) => sum + emails, 0)
  return [
    ...folders.map(({ folder, mailbox, emails }) => ({
      text: untrustedLine(folder),
      ...(areSeveral && { detail: untrustedLine(mailbox) }),
      value: emails.toLocaleString(locale),
    })),
    ...(others > 0 ? [{ text: t('Other folders'), value: others.toLocaleString(locale) }] : []),
  ]
}

const leastCertainLines = (texts: ServerTexts, emails: DigestEmail[], urlOf: CorrectionUrl): EmailSection['lines'] =>
  emails.map(({ logId, subject, folder, isTagged }) => ({
    text: subjectLine(texts, subject),
    ...(folder && {
      detail: untrustedLine(folder.name),
      link: {
        label: isTagged ? texts.t('Take the tag off') : texts.t('Put back into the inbox'),
        url: urlOf('return', logId, folder.id),
      },
    }),
  }))

function reviewLines(
  texts: ServerTexts,
  { total, all, emails }: DigestReport['review'],
  urlOf: CorrectionUrl,
): EmailSection['lines'] {
  if (total === 0) return []
  const { t, tn } = texts
  const rest =
    all > total
      ? tn(all, '{count} email in all, with earlier ones', '{count} emails in all, with earlier ones')
      : t('and {number} more', { number: total - emails.length })
  return [
    ...emails.map(({ logId, subject, folder }) => ({
      text: subjectLine(texts, subject),
      ...(folder && {
        link: {
          label: t('File in {folder}', { folder: untrustedLine(folder.name) }),
          url: urlOf('file', logId, folder.id),
        },
      }),
    })),
    ...(all > emails.length ? [{ text: rest }] : []),
  ]
}

const totalOf = (followUps: FollowUpRow[], of: FollowUpRow['state']): number =>
  followUps.find(({ state }) => state === of)?.total ?? 0

function followUpLines(texts: ServerTexts, all: FollowUpRow[], of: FollowUpRow['state']): EmailSection['lines'] {
  const shown = all.filter(({ state }) => state === of)
  const more = totalOf(all, of) - shown.length
  return [
    ...shown.map(({ subject, name, address }) => ({
      text: subjectLine(texts, subject),
      detail: untrustedLine(name ?? '') || untrustedLine(address),
    })),
    ...(more > 0 ? [{ text: texts.t('and {number} more', { number: more }) }] : []),
  ]
}

const subjectLine = ({ t }: ServerTexts, subject: string | null): string =>
  untrustedLine(subject ?? '') || t('No subject')

const needsOf = (texts: ServerTexts, { drafts, failedActions, ...rest }: DigestReport): string[] => [
  ...(drafts > 0
    ? [
        texts.tn(
          drafts,
          '{count} reply is drafted. Look at it in your drafts before you send it.',
          '{count} replies are drafted. Look at them in your drafts before you send them.',
        ),
      ]
    : []),
  ...(failedActions > 0
    ? [
        texts.tn(
          failedActions,
          '{count} automated action failed. The processing history shows why and offers a retry.',
          '{count} automated actions failed. The processing history shows why and offers a retry.',
        ),
      ]
    : []),
  ...standingNeeds(texts, rest),
]

const standingNeeds = (
  { t, tn }: ServerTexts,
  { signIns: { mailboxes, services }, usage }: Pick<DigestReport, 'signIns' | 'usage'>,
): string[] => [
  ...mailboxes.map((name) =>
    t('“{mailbox}” needs a new sign-in. Until then its emails are not sorted.', { mailbox: untrustedLine(name) }),
  ),
  ...services.map((service) =>
    t('{service} needs a new sign-in on the Connections page. Until then its actions wait.', { service }),
  ),
  ...(usage.limit === null ? [] : usageNeeds({ tn }, usage.used, usage.limit)),
]

function usageNeeds({ tn }: Pick<ServerTexts, 'tn'>, used: number, limit: number): string[] {
  if (used >= limit)
    return [
      tn(
        limit,
        'The {count} email of this month is used. New emails stay in your inbox.',
        'The {count} emails of this month are used. New emails stay in your inbox.',
      ),
    ]
  if (!isLimitNear({ used, limit })) return []
  return [
    tn(
      limit,
      '{used} of the {count} email of this month are used.',
      '{used} of the {count} emails of this month are used.',
      { used },
    ),
  ]
}

/** The number of emails to review, or the overview where there are none. */
export const digestButton = (
  { t, tn }: ServerTexts,
  { review }: DigestReport,
  publicUrl: string,
): NonNullable<EmailContent['button']> =>
  review.all > 0
    ? { label: tn(review.all, 'Review {count} email', 'Review {count} emails'), url: `${publicUrl}/review` }
    : { label: t('Open the dashboard'), url: `${publicUrl}/dashboard` }
