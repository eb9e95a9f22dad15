import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { type EmailGroup, groupEmails, largestFirst } from './group-emails.ts'
import { suggestedFolderId } from './suggested-answer.ts'

/** An email that the review asks about. */
export interface ReviewEmail extends TidyUpEmail {
  entry: HistoryEntry
}

/** Emails of a mailbox that one answer files or keeps in the inbox; a single one where it is like no other. */
export interface ReviewGroup extends EmailGroup<ReviewEmail> {
  mailboxId: string
}

/** A sender of this many emails that fit nothing is a group; those of others are answered together. */
const minEmailsOfSender = 3

/**
 * The emails to review, by sender, list or kind and by the folder that they look like: the largest groups first, then
 * those that are like no other, and at the end all that fit nothing.
 */
export const reviewGroups = (entries: readonly HistoryEntry[]): ReviewGroup[] =>
  [...Map.groupBy(entries.map(toReviewEmail), ({ entry }) => entry.mailbox_id)]
    .flatMap(([mailboxId, emails]) =>
      groupEmails(emails)
        .flatMap(separated)
        .map((group) => ({ ...group, key: `${mailboxId} ${group.key}`, mailboxId })),
    )
    .toSorted((a, b) => Number(isRest(a)) - Number(isRest(b)) || largestFirst(a, b))

const isRest = ({ type }: EmailGroup<ReviewEmail>): boolean => type === 'other'

export const toReviewEmail = (entry: HistoryEntry): ReviewEmail => ({
  messageId: entry.message_id,
  address: entry.from_address,
  name: entry.from_name,
  list: entry.list_id,
  subject: entry.subject,
  receivedAt: entry.processed_at,
  kind: entry.email_kind,
  folderId: suggestedFolderId(entry),
  isSure: false,
  entry,
})

/** What is left of all groups: large senders and emails that look like a folder on their own, the rest together. */
function separated(group: EmailGroup<ReviewEmail>): EmailGroup<ReviewEmail>[] {
  if (!isRest(group)) return [group]
  const isSeparate = ({ emails, folderId }: EmailGroup<ReviewEmail>): boolean =>
    folderId !== null || emails.length >= minEmailsOfSender
  const separate = group.parts.filter(isSeparate)
  const rest = group.parts.filter((part) => !isSeparate(part))
  const emails = rest.flatMap((part) => part.emails)
  if (emails.length <= 1) return [...separate, ...rest]
  return [...separate, { ...group, emails: group.emails.filter((email) => emails.includes(email)), parts: rest }]
}
