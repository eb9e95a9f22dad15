import { CircleCheck } from 'lucide-react'
import { tidyUpDays } from '../../../contract/limits.ts'
import { messageOf } from '../../api/api-error.ts'
import { useSetupLink } from '../../features/mailbox/use-setup-link.tsx'
import { t, tn } from '../../texts/translate.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import type { InboxScan } from './use-inbox-scan.ts'

export const NothingToTidyUp = () => (
  <EmptyState
    level={2}
    icon={<CircleCheck />}
    title={t('Nothing to tidy up')}
    description={t('Your inbox has no emails of the last {days} days that could be filed.', { days: tidyUpDays })}
    action={useSetupLink()}
  />
)

/** Every group is answered. */
export const AllTidy = ({ emails }: { emails: number }) => (
  <EmptyState
    icon={<CircleCheck />}
    title={t('Your inbox is tidy')}
    description={tn(
      emails,
      'You have answered for {count} email. New emails like it are sorted the same way.',
      'You have answered for {count} emails. New emails like them are sorted the same way.',
    )}
    action={useSetupLink()}
  />
)

/** The inbox could not be read to its end; what was read can be answered. */
export const ReadingFailed = ({ scan: { read, total, error, resume } }: { scan: InboxScan }) => (
  <Notice tone="bad" role="alert">
    <p>
      {read === 0
        ? t('Your inbox could not be read: {error}', { error: messageOf(error) })
        : tn(
            total ?? read,
            'Only {read} of {count} email could be read: {error}',
            'Only {read} of {count} emails could be read: {error}',
            { read, error: messageOf(error) },
          )}
    </p>
    <div className="mt-2">
      <RetryButton size="small" onRetry={resume} />
    </div>
  </Notice>
)
