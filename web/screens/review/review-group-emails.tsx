import { useEffect, useState } from 'react'
import type { MailPlace } from '../../api/correct-sorting.ts'
import { prepareEmailRows, EmailRow } from '../../features/mail/email-row.tsx'
import { inbox, likelyFolders } from '../../features/mail/mail-places.ts'
import type { ReviewEmail } from '../../features/mail/review-groups.ts'
import type { Corrections } from '../../features/mail/use-corrections.ts'
import { focusRowAfter } from '../../features/mail/use-row-keys.ts'
import { folderName } from '../../lib/folder-name.ts'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { moveFocusToHeading } from '../../ui/single-keys.ts'
import { MailExcerpt } from './review-excerpt.tsx'
import type { ReviewRow } from './review-rows.ts'

const emailsPerPage = 25

interface ReviewGroupEmailsProps {
  row: ReviewRow
  onAnswer: (email: ReviewEmail, to: MailPlace) => void
}

/** The emails of a group as in the history, each with its own answers. */
export function ReviewGroupEmails({ row, onAnswer }: ReviewGroupEmailsProps) {
  const [shown, setShown] = useState({ key: row.key, count: emailsPerPage })
  const count = shown.key === row.key ? shown.count : emailsPerPage
  const hidden = row.emails.length - count
  useEffect(prepareEmailRows, [])
  return (
    <>
      <ol
        aria-label={t('Emails of the group')}
        className="@container divide-y divide-line overflow-hidden rounded-lg border border-line"
      >
        {row.emails.slice(0, count).map((email) => (
          <GroupEmail key={email.entry.id} email={email} onAnswer={onAnswer} />
        ))}
      </ol>
      {hidden > 0 && (
        <Button size="small" onClick={() => setShown({ key: row.key, count: count + emailsPerPage })}>
          {tn(hidden, 'Show {count} more', 'Show {count} more')}
        </Button>
      )}
    </>
  )
}

interface GroupEmailProps extends Pick<ReviewGroupEmailsProps, 'onAnswer'> {
  email: ReviewEmail
}

function GroupEmail({ email, onAnswer }: GroupEmailProps) {
  const { entry } = email
  const move = (to: MailPlace): void => {
    leaveRow()
    onAnswer(email, to)
  }
  const corrections: Corrections = {
    likely: likelyFolders(entry),
    canGoToInbox: true,
    isWaiting: false,
    fileNow: null,
    // The answers of the group are about all.
    fileSender: null,
    move,
    moveInto: (folder) => move({ id: folder.id, name: folderName(folder) }),
    moveToInbox: () => move(inbox()),
    undo: null,
  }
  return (
    <EmailRow entry={entry} corrections={corrections} arrived={false} namesMailbox={false} day={null}>
      <div className="pt-3">
        <MailExcerpt logId={entry.id} />
      </div>
    </EmailRow>
  )
}

/** The row with the focus is removed: with keyboard navigation, its neighbour gets it. */
function leaveRow(): void {
  const row = document.activeElement?.closest('[data-log]') ?? null
  if (document.activeElement?.matches(':focus-visible')) focusRowAfter(row, { leaves: true })
  else moveFocusToHeading()
}
