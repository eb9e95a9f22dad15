import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toastError } from '../../lib/toast.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { ReviewCard } from './review-card.tsx'
import { useReview } from './use-review.ts'

/** Unsure mail of the last days, emptied by one key press each. */
export function ReviewScreen() {
  const review = useReview()
  const { error } = review.query
  useEffect(() => {
    if (error) toastError('Failed to load unsure email')
  }, [error])
  return (
    <>
      <PageHeading
        title="Review"
        description="Email of the last 30 days that stayed in your inbox because the sorter was not sure. Each answer teaches it."
        actions={
          <Link to="/history" search={{ status: 'left' }} className={buttonLook()}>
            Open History
          </Link>
        }
      />
      <ReviewCard review={review} />
      <Footer />
    </>
  )
}
