import { Inbox, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../texts/translate.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'

export const NoHistory = ({ action }: { action?: ReactNode }) => (
  <EmptyState
    icon={<Inbox />}
    title={t('No processing logs yet')}
    description={t('Each email that was checked shows here, with the folder it went to.')}
    action={action}
  />
)

export const HistoryUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon={<TriangleAlert />}
    title={t('The history is not available right now')}
    description={t('Sorting continues.')}
    action={<RetryButton busy={busy} onRetry={onRetry} />}
  />
)
