import { useDistinctAddress } from '../../features/mailbox/active-mailbox.tsx'
import type { ReviewRow } from './review-rows.ts'
import { looksLike, rowSenders, rowSubjects, rowTitle } from './review-row-texts.ts'

/** What the emails of a group have in common. */
export function ReviewGroupHeader({ row }: { row: ReviewRow }) {
  const mailbox = useDistinctAddress(row.group.mailboxId)
  return (
    <header className="min-w-0">
      <h3 className="text-lg font-semibold wrap-anywhere">
        <bdi>{rowTitle(row)}</bdi>
      </h3>
      <p className="mt-1 truncate text-sm">
        <bdi>{rowSenders(row)}</bdi>
      </p>
      {/* On a narrow screen the emails are below all answers. */}
      <p className="truncate text-sm text-muted @3xl:hidden">
        <bdi>{rowSubjects(row)}</bdi>
      </p>
      <p className="text-sm text-muted">
        {looksLike(row)}
        {mailbox && ` · ${mailbox}`}
      </p>
    </header>
  )
}
