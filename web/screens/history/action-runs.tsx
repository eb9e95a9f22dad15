import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { actionRunsQuery } from '../../api/action-runs.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { ActionRunItem } from './action-run-item.tsx'
import { t } from '../../texts/translate.ts'

/** The action runs of a message. */
export function ActionRuns({ logId, subject }: { logId: string; subject: string | null }) {
  const { data: runs, error, isFetching, refetch } = useQuery(actionRunsQuery(logId))
  // If a refetch fails, the previous data stays.
  if (error && !runs)
    return (
      <div className="mt-3">
        <Notice tone="bad" role="alert">
          {t('What its actions did could not be loaded: {error}', { error: messageOf(error) })}
          <div className="mt-2">
            <RetryButton size="small" busy={isFetching} onRetry={() => refetch()} />
          </div>
        </Notice>
      </div>
    )
  if (!runs || runs.length === 0) return null
  return (
    // The label contains the subject: several messages can be open.
    <section
      aria-label={t('What its actions did: {subject}', { subject: subjectText(subject) })}
      className="mt-4 border-t border-line pt-3"
    >
      <h4 className="font-semibold">{t('What its actions did')}</h4>
      <ul className="mt-2 space-y-3">
        {runs.map((run) => (
          <ActionRunItem key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}
