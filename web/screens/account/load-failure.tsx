import { TriangleAlert } from 'lucide-react'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface LoadFailureProps {
  /** Subject of the sentence “… could not be loaded”. */
  what: string
  error: unknown
  busy: boolean
  onRetry: () => void
}

/** Shown in place of content that could not be loaded, with the server's message. */
export function LoadFailure({ what, error, busy, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title={`${what} could not be loaded`}
        description={messageOf(error)}
        action={
          <Button busy={busy} onClick={onRetry}>
            Try Again
          </Button>
        }
      />
    </div>
  )
}
