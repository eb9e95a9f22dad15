import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { mailboxKeys } from '../../api/query-keys.ts'
import { t } from '../../texts/translate.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'

/** In place of what needs the list of mailboxes, which could not be loaded. */
export function MailboxesUnavailable({ level }: { level: 2 | 3 }) {
  const client = useQueryClient()
  return (
    <EmptyState
      level={level}
      icon={<TriangleAlert />}
      title={t('Error Loading Mailboxes')}
      description={t('Your mailboxes could not be loaded. They are still connected.')}
      action={<RetryButton onRetry={() => client.refetchQueries({ queryKey: mailboxKeys.list })} />}
    />
  )
}
