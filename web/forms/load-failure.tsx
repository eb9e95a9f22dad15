import { TriangleAlert } from 'lucide-react'
import { messageOf } from '../api/api-error.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { RetryButton } from '../ui/retry-button.tsx'

interface LoadFailureProps {
  /** What could not be loaded, as a sentence. */
  title: string
  error: unknown
  busy: boolean
  onRetry: () => void
}

/** Shown in place of content that could not be loaded, with the server's message. */
export function LoadFailure({ title, error, busy, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title={title}
        description={messageOf(error)}
        action={<RetryButton busy={busy} onRetry={onRetry} />}
      />
    </div>
  )
}
