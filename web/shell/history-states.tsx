import { Inbox, TriangleAlert } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export const NoHistory = () => (
  <EmptyState
    icon={<Inbox />}
    title="No processing logs yet"
    description="Each mail that was looked at shows here, with the folder it went to."
  />
)

export const HistoryUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon={<TriangleAlert />}
    title="The history is not available right now"
    description="Sorting goes on meanwhile."
    action={
      <Button busy={busy} onClick={onRetry}>
        Try Again
      </Button>
    }
  />
)
