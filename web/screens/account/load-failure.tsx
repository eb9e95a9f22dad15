import { TriangleAlert } from 'lucide-react'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface LoadFailureProps {
  /** What could not be read, as a sentence begins with it. */
  what: string
  error: unknown
  busy: boolean
  onRetry: () => void
}

/** In the place of what could not be read, with the server's own words. */
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
