import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { overviewDays } from '../../../contract/limits.ts'
import { toastError } from '../../lib/toast.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { ReviewCard } from './review-card.tsx'
import { useReview } from './use-review.ts'

/** Review of unsure messages, with one key press each. */
export function ReviewScreen() {
  const review = useReview('unsure')
  const { error } = review.query
  useEffect(() => {
    if (error) toastError('Failed to load unsure email')
  }, [error])
  return (
    <>
      <PageHeading
        title="Review"
        description={
          <>
            Email of the last {overviewDays} days that stayed in your inbox because the sorter was not sure. Each answer
            teaches it.{' '}
            <Link to="/history" search={{ status: 'left' }} className="rounded-sm underline underline-offset-4">
              Open the history
            </Link>
          </>
        }
      />
      <ReviewCard review={review} />
      <Footer />
    </>
  )
}
