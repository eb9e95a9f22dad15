import type { ReviewEmail, ReviewGroup } from '../../features/mail/review-groups.ts'

/** What one answer is about: a group, or one of its emails. */
export interface ReviewRow {
  key: string
  group: ReviewGroup
  /** Those that await an answer. */
  emails: readonly ReviewEmail[]
  /** `heading`: of a group whose emails are answered one by one; they are the next rows, as `part`. */
  type: 'group' | 'heading' | 'part'
}

interface RowOptions {
  isWaiting: (email: ReviewEmail) => boolean
  /** Keys of groups whose emails are answered one by one. */
  opened: ReadonlySet<string>
}

export const rowsOf = (groups: readonly ReviewGroup[], { isWaiting, opened }: RowOptions): ReviewRow[] =>
  groups.flatMap((group): ReviewRow[] => {
    const emails = group.emails.filter(isWaiting)
    const row = { key: group.key, group, emails }
    if (emails.length === 0) return []
    if (!opened.has(group.key)) return [{ ...row, type: 'group' }]
    const parts = emails.map((email): ReviewRow => ({ key: partKey(email), group, emails: [email], type: 'part' }))
    return [{ ...row, type: 'heading' }, ...parts]
  })

export const partKey = ({ entry }: ReviewEmail): string => `email ${entry.id}`

/** The folder that is offered first; null: the emails look like none. */
export const likelyFolderOf = ({ emails, group }: ReviewRow): string | null =>
  emails.length === 1 ? (emails[0]?.folderId ?? null) : group.folderId

/** The rows that can be answered, from top to bottom. */
export const answerable = (rows: readonly ReviewRow[]): ReviewRow[] => rows.filter(({ type }) => type !== 'heading')

/**
 * The row that follows once these emails are answered: the next one, or else the last.
 * @param emails those of the row, and perhaps of others
 */
export function rowAfter(rows: readonly ReviewRow[], { key, emails }: ReviewRow): ReviewRow | null {
  const all = answerable(rows)
  const isLeft = (row: ReviewRow): boolean => row.emails.some((email) => !emails.includes(email))
  const index = all.findIndex((row) => row.key === key)
  return all.slice(index + 1).find(isLeft) ?? all.slice(0, index).findLast(isLeft) ?? null
}

/** The emails of the row's only sender that await an answer, in all rows; null where the row has several senders. */
export function allOfSender(rows: readonly ReviewRow[], { emails, group }: ReviewRow): readonly ReviewEmail[] | null {
  const address = emails[0]?.address ?? null
  const isOfSender = (email: ReviewEmail): boolean => email.address === address
  if (address === null || !emails.every(isOfSender)) return null
  const ofMailbox = answerable(rows).filter((row) => row.group.mailboxId === group.mailboxId)
  return ofMailbox.flatMap((row) => row.emails.filter(isOfSender))
}
