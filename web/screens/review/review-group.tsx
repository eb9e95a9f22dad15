import type { ReviewEmail } from '../../features/mail/review-groups.ts'
import { useDistinctAddress } from '../../features/mailbox/active-mailbox.tsx'
import { now } from '../../lib/clock.ts'
import { confidenceOf } from '../../lib/confidence.ts'
import { formatMoment } from '../../lib/format.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { t } from '../../texts/translate.ts'
import type { ReviewRow } from './review-rows.ts'
import { looksLike, rowSenders, rowTitle } from './review-row-texts.ts'

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
      <p className="text-sm text-muted">
        {looksLike(row)}
        {mailbox && ` · ${mailbox}`}
      </p>
    </header>
  )
}

/** The emails of a group; a press on one answers them one by one, beginning with it. */
export const ReviewGroupEmails = ({ row, onOpen }: { row: ReviewRow; onOpen: (email: ReviewEmail) => void }) => (
  <ul
    aria-label={t('Emails of the group')}
    className="max-h-112 divide-y divide-line overflow-y-auto rounded-lg border border-line"
  >
    {row.emails.map((email) => (
      <li key={email.entry.id}>
        <EmailLine email={email} hasSender={row.group.type !== 'sender'} onOpen={() => onOpen(email)} />
      </li>
    ))}
  </ul>
)

interface EmailLineProps {
  email: ReviewEmail
  hasSender: boolean
  onOpen: () => void
}

function EmailLine({ email: { entry }, hasSender, onOpen }: EmailLineProps) {
  const confidence = confidenceOf(entry)
  return (
    <button
      type="button"
      className="flex w-full items-baseline gap-3 px-3 py-2 text-left text-sm -outline-offset-2 hover:bg-sunken"
      onClick={onOpen}
    >
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{subjectText(entry.subject)}</bdi>
        <span className="block truncate text-xs text-muted">
          {hasSender && (
            <>
              <bdi>{senderText(entry)}</bdi>
              {' · '}
            </>
          )}
          {formatMoment(entry.processed_at, now())}
        </span>
      </span>
      {confidence && <span className="shrink-0 text-xs text-muted tabular-nums">{confidence.percent}</span>}
    </button>
  )
}
