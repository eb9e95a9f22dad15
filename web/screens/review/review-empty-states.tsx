import { ListChecks, SkipForward, TriangleAlert } from 'lucide-react'
import type { ReviewKind } from '../../api/review.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export const ReviewUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon={<TriangleAlert />}
    title="This email is not available right now"
    description="It is safe in your inbox. Sorting goes on meanwhile."
    action={
      <Button busy={busy} onClick={onRetry}>
        Try Again
      </Button>
    }
  />
)

export function OnlySkippedLeft({ skipped, onShow }: { skipped: number; onShow: () => void }) {
  const rest = skipped === 1 ? 'It is still in your inbox.' : 'They are still in your inbox.'
  return (
    <EmptyState
      icon={<SkipForward />}
      title="Only what you skipped is left"
      description={`You skipped ${formatCount(skipped, 'email')}. ${rest}`}
      action={<Button onClick={onShow}>Look at {skipped === 1 ? 'It' : 'Them'} Again</Button>}
    />
  )
}

export const NothingToReview = ({ kind }: { kind: ReviewKind }) => (
  <EmptyState
    icon={<ListChecks />}
    title="Nothing to review"
    description={
      kind === 'unsure'
        ? 'When the sorter is not sure about an email, it stays in your inbox and shows here.'
        : 'When an email fits no folder, it stays in your inbox and shows here.'
    }
  />
)
