import { ArrowRight } from 'lucide-react'
import { latestEmails } from '../../../api/processing-logs.ts'
import { EmailList } from '../../../features/mail/email-list.tsx'
import { HistoryUnavailable } from '../../../features/mail/history-states.tsx'
import { ListHeading } from '../../../features/mail/list-heading.tsx'
import { NewerEmailsButton } from '../../../features/mail/newer-emails-button.tsx'
import { useLogPage } from '../../../features/mail/use-log-page.ts'
import { Link } from '../../../routing/link.tsx'
import { t } from '../../../texts/translate.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LatestEmailsSkeleton } from './overview-skeleton.tsx'

/** The newest emails of all mailboxes, as they arrive; null until the first one. */
export function LatestEmails() {
  const { query, newer, showNewest, onInUseChange } = useLogPage(latestEmails)
  const { data, error, isFetching, refetch } = query
  if (!data && !error) return <LatestEmailsSkeleton />
  if (data?.entries.length === 0) return null
  return (
    <Card
      title={<ListHeading>{t('Latest Emails')}</ListHeading>}
      actions={
        <>
          <NewerEmailsButton newer={newer} onShow={showNewest} />
          <Link to="/history" className={buttonClasses('quiet', 'small')}>
            {t('Open History')}
            <ArrowRight aria-hidden="true" />
          </Link>
        </>
      }
    >
      <div className="border-t border-line">
        {data ? (
          <EmailList
            label={t('Latest emails')}
            entries={data.entries}
            namesMailbox
            live
            onInUseChange={onInUseChange}
          />
        ) : (
          <HistoryUnavailable busy={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
    </Card>
  )
}
