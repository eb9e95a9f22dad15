import { ListChecks, SkipForward, TriangleAlert } from 'lucide-react'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export const ReviewUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon={<TriangleAlert />}
    title="Unsure email is not available right now"
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

export const NothingToReview = () => (
  <EmptyState
    icon={<ListChecks />}
    title="Nothing to review"
    description="When the sorter is not sure about an email, it stays in your inbox and shows here."
  />
)
