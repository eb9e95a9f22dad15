import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { overviewDays } from '../../../contract/limits.ts'
import { type ReviewKind, reviewCountQuery } from '../../api/review.ts'
import { formatNumber } from '../../lib/format.ts'
import { toastError } from '../../lib/toast.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ReviewCard } from './review-card.tsx'
import { useReview } from './use-review.ts'

/** Review of the email that stayed in the inbox, with one key press each. */
export function ReviewScreen() {
  const { show } = useSearch({ from: '/signed-in/review' })
  const navigate = useNavigate()
  return (
    <>
      <PageHeading
        title="Review"
        description={
          <>
            Email of the last {overviewDays} days that stayed in your inbox because the sorter was not sure, or because
            no folder fits. Each answer teaches it.{' '}
            <Link to="/history" search={{ status: 'left' }} className="rounded-sm underline underline-offset-4">
              Open the history
            </Link>
          </>
        }
      />
      <Tabs<ReviewKind>
        label="Email to review"
        value={show ?? 'unsure'}
        onChange={(kind) => void navigate({ to: '/review', search: kind === 'unsure' ? {} : { show: kind } })}
        tabs={[
          { value: 'unsure', label: `Unsure${useCountText('unsure')}`, content: <ReviewOf kind="unsure" /> },
          {
            value: 'no-folder',
            label: `No folder fits${useCountText('no-folder')}`,
            content: <ReviewOf kind="no-folder" />,
          },
        ]}
      />
      <Footer />
    </>
  )
}

function useCountText(kind: ReviewKind): string {
  const { data } = useQuery(reviewCountQuery(kind))
  return data === undefined ? '' : ` (${formatNumber(data)})`
}

function ReviewOf({ kind }: { kind: ReviewKind }) {
  const review = useReview(kind)
  const { error } = review.query
  useEffect(() => {
    if (error) toastError('Failed to load email to review')
  }, [error])
  return <ReviewCard kind={kind} review={review} />
}
