import { TriangleAlert } from 'lucide-react'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { t } from '../../texts/translate.ts'

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
        action={
          <Button busy={busy} onClick={onRetry}>
            {t('Try Again')}
          </Button>
        }
      />
    </div>
  )
}
