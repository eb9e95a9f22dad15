import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useFileNow } from '../../api/file-now.ts'
import { historyPageQuery, type HistoryEntry, type LogRange } from '../../api/processing-logs.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { filedLaterText } from '../../features/mail/decision-texts.ts'
import { FileAllButton } from '../../features/mail/file-all-button.tsx'
import { useDistinctAddress } from '../../features/mailbox/active-mailbox.tsx'
import { now } from '../../lib/clock.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { useFocusHandover } from '../../ui/use-focus-handover.ts'

/** The newest emails that are filed later, of all mailboxes. */
const filters = { status: 'left', reason: 'delayed' } as const
const shown: LogRange = { filters, page: 1, limit: 5 }

/** Emails that need no answer, but are still in the inbox, and when each is filed. */
export function FiledLater() {
  const { data } = useQuery(historyPageQuery(shown, null))
  if (!data || data.entries.length === 0) return null
  const more = data.total - data.entries.length
  return (
    <Card className="mt-6" title={t('Filed later')} actions={<FileAllButton />}>
      <ul className="divide-y divide-line border-t border-line">
        {data.entries.map((entry) => (
          <FiledLaterEmail key={entry.id} entry={entry} />
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-line px-5 py-3 text-sm">
          <Link to="/history" search={filters} className={inlineLinkClasses}>
            {tn(more, '{count} more in the history', '{count} more in the history')}
          </Link>
        </p>
      )}
    </Card>
  )
}

function FiledLaterEmail({ entry }: { entry: HistoryEntry }) {
  const mailbox = useDistinctAddress(entry.mailbox_id)
  const file = useFileNow()
  const subject = subjectText(entry.subject)
  const button = useFocusHandover()
  const isDue = entry.file_at !== null && new Date(entry.file_at) <= now()
  const start = (): void =>
    file.mutate(
      { action: 'one', logId: entry.id },
      { onError: (error) => toastError(t('Move failed'), errorMessageOr(error, t('Please try again.'))) },
    )
  return (
    <li className="flex items-center gap-4 px-5 py-2.5 text-sm max-sm:flex-wrap">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <h3 className="truncate font-medium" title={subject}>
          <bdi>{subject}</bdi>
        </h3>
        <InlineFacts of={[senderText(entry), ...(mailbox === null ? [] : [mailbox]), filedLaterText(entry)]} />
      </div>
      {!isDue && (
        <Button
          ref={button}
          size="small"
          icon={<ArrowRight aria-hidden="true" />}
          busy={file.isPending}
          aria-label={t('File “{subject}” now', { subject })}
          onClick={start}
        >
          {t('File now')}
        </Button>
      )}
    </li>
  )
}
