import { usageHighPercent } from '../../contract/limits.ts'
import type { EmailContent, EmailSection } from '../emails/email-content.ts'
import { untrustedLine } from './untrusted-line.ts'

/** What a digest reports. Names and subjects are untrusted text. */
export interface DigestReport {
  sorted: { total: number; folders: { folder: string; mailbox: string; sorted: number }[] }
  /** `total`: of the period; `all`: everything that waits in Review. */
  review: { total: number; all: number; subjects: (string | null)[] }
  failedActions: number
  signIns: { mailboxes: string[]; services: string[] }
  usage: { used: number; limit: number }
  hasNewNeed: boolean
}

/** Nothing happened in the period. What has needed the user for longer is no reason for an email. */
export const isEmpty = ({ sorted, review, failedActions, hasNewNeed, ...rest }: DigestReport): boolean =>
  sorted.total === 0 && review.total === 0 && failedActions === 0 && !(hasNewNeed && standingNeeds(rest).length > 0)

const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** Contains no text of an email, since subjects of strangers would make ours. */
export function digestSubject(report: DigestReport, productName: string): string {
  const { sorted, review } = report
  const needs = needsOf(report).length
  const parts = [
    ...(sorted.total > 0 ? [`${count(sorted.total, 'email')} sorted`] : []),
    ...(review.total > 0 ? [`${review.total.toLocaleString('en-US')} to review`] : []),
    ...(needs > 0 ? [`${count(needs, 'thing needs', 'things need')} you`] : []),
  ]
  return `${productName}: ${parts.join(', ')}`
}

/** The first sentences, which message lists show beside the subject. */
export function digestSummary({ sorted, review }: DigestReport, productName: string): string {
  const wait = review.total === 1 ? 'waits' : 'wait'
  const stayed = `${count(review.total, 'email')} stayed in your inbox and ${wait} for your review.`
  const parts = [
    ...(sorted.total > 0 ? [`${productName} sorted ${count(sorted.total, 'email')}.`] : []),
    ...(review.total > 0 ? [stayed] : []),
  ]
  return parts.join(' ') || 'No email was sorted, but something waits for you.'
}

export function digestSections(report: DigestReport): EmailSection[] {
  const sections = [
    { heading: 'Sorted into folders', lines: sortedLines(report.sorted) },
    { heading: 'Waiting for your review', lines: reviewLines(report.review) },
    { heading: 'Needs you', lines: needsOf(report).map((text) => ({ text })) },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

/** The mailbox is named where there are several. */
function sortedLines({ total, folders }: DigestReport['sorted']): EmailSection['lines'] {
  const areSeveral = new Set(folders.map(({ mailbox }) => mailbox)).size > 1
  const others = total - folders.reduce((sum, { sorted }) => sum + sorted, 0)
  return [
    ...folders.map(({ folder, mailbox, sorted }) => ({
      text: untrustedLine(folder),
      ...(areSeveral && { detail: untrustedLine(mailbox) }),
      value: sorted.toLocaleString('en-US'),
    })),
    ...(others > 0 ? [{ text: 'Other folders', value: others.toLocaleString('en-US') }] : []),
  ]
}

function reviewLines({ total, all, subjects }: DigestReport['review']): EmailSection['lines'] {
  if (total === 0) return []
  const rest = all > total ? `${count(all, 'email')} in all, with earlier ones` : `and ${total - subjects.length} more`
  return [
    ...subjects.map((subject) => ({ text: untrustedLine(subject ?? '') || 'No subject' })),
    ...(all > subjects.length ? [{ text: rest }] : []),
  ]
}

const needsOf = ({ failedActions, ...rest }: DigestReport): string[] => [
  ...(failedActions > 0
    ? [`${count(failedActions, 'automated action')} failed. The processing history shows why and offers a retry.`]
    : []),
  ...standingNeeds(rest),
]

const standingNeeds = ({
  signIns: { mailboxes, services },
  usage: { used, limit },
}: Pick<DigestReport, 'signIns' | 'usage'>) => [
  ...mailboxes.map((name) => `“${untrustedLine(name)}” needs a new sign-in. Until then its email is not sorted.`),
  ...services.map((name) => `${name} needs a new sign-in on the Connections page. Until then its actions wait.`),
  ...(used >= limit
    ? [`The ${count(limit, 'email')} of this month are used. New email stays in your inbox.`]
    : used * 100 >= limit * usageHighPercent
      ? [`${used.toLocaleString('en-US')} of the ${count(limit, 'email')} of this month are used.`]
      : []),
]

/** The number of emails to review, or the overview where there are none. */
export const digestButton = ({ review }: DigestReport, publicUrl: string): NonNullable<EmailContent['button']> =>
  review.all > 0
    ? { label: `Review ${count(review.all, 'email')}`, url: `${publicUrl}/review` }
    : { label: 'Open the dashboard', url: `${publicUrl}/dashboard` }
