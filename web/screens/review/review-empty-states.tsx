import { ListChecks, SkipForward, TriangleAlert } from 'lucide-react'
import type { ReviewKind } from '../../api/review.ts'
import { useSetupLink } from '../../features/mailbox/use-setup-link.tsx'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'

export const ReviewUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon={<TriangleAlert />}
    title={t('This email is not available right now')}
    description={t('It is safe in your inbox. Sorting continues.')}
    action={<RetryButton busy={busy} onRetry={onRetry} />}
  />
)

export function OnlySkippedLeft({ skipped, onShow }: { skipped: number; onShow: () => void }) {
  return (
    <EmptyState
      icon={<SkipForward />}
      title={t('Only what you skipped is left')}
      description={tn(
        skipped,
        'You skipped {count} email. It is still in your inbox.',
        'You skipped {count} emails. They are still in your inbox.',
      )}
      action={<Button onClick={onShow}>{skipped === 1 ? t('Review It Again') : t('Review Them Again')}</Button>}
    />
  )
}

/** @param level 2 without a heading above it */
export const NothingToReview = ({ kind, level }: { kind: ReviewKind; level: 2 | 3 }) => (
  <EmptyState
    level={level}
    icon={<ListChecks />}
    title={t('Nothing to review')}
    description={
      kind === 'unsure'
        ? t('When the sorter is not sure about an email, it stays in your inbox and shows here.')
        : t('When an email fits no folder, it stays in your inbox and shows here.')
    }
    action={useSetupLink()}
  />
)
