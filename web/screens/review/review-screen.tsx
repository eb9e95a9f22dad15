import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { overviewDays } from '../../../contract/limits.ts'
import { type ReviewKind, reviewCountQuery } from '../../api/review.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ReviewCard } from './review-card.tsx'
import { useReview } from './use-review.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'

/** Review of the email that stayed in the inbox, with one key press each. */
export function ReviewScreen() {
  const kind = useLocation().search['show'] === 'no-folder' ? 'no-folder' : 'unsure'
  const labels = useTabLabels()
  return (
    <>
      <PageHeading
        title={t('Review')}
        description={rich(
          'Email of the last {days} days that stayed in your inbox because the sorter was not sure, or ' +
            'because no folder fits. The sorter learns from each answer. <link>Open the history</link>',
          {
            days: overviewDays,
            link: (label) => (
              <Link to="/history" search={{ status: 'left' }} className="rounded-sm underline underline-offset-4">
                {label}
              </Link>
            ),
          },
        )}
      />
      <Tabs<ReviewKind>
        label={t('Email to review')}
        value={kind}
        onChange={(next) => void navigate({ to: '/review', search: next === 'unsure' ? {} : { show: next } })}
        tabs={[
          { value: 'unsure', label: labels.unsure, content: <ReviewOf kind="unsure" /> },
          { value: 'no-folder', label: labels.noFolder, content: <ReviewOf kind="no-folder" /> },
        ]}
      />
      <Footer />
    </>
  )
}

/** Labels of the tabs, with the number of emails once it is known. */
function useTabLabels() {
  const { data: unsure } = useQuery(reviewCountQuery('unsure'))
  const { data: noFolder } = useQuery(reviewCountQuery('no-folder'))
  return {
    unsure: unsure === undefined ? t('Unsure') : t('Unsure ({count})', { count: unsure }),
    noFolder: noFolder === undefined ? t('No folder fits') : t('No folder fits ({count})', { count: noFolder }),
  }
}

function ReviewOf({ kind }: { kind: ReviewKind }) {
  const review = useReview(kind)
  const { error } = review.query
  useEffect(() => {
    if (error) toastError(t('Failed to load email to review'))
  }, [error])
  return <ReviewCard kind={kind} review={review} />
}
