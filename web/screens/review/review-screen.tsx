import { useQuery } from '@tanstack/react-query'
import { ListChecks, SkipForward, TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { overviewDays } from '../../../contract/limits.ts'
import { foldersQuery } from '../../api/folders.ts'
import { type ReviewKind, reviewCountQuery } from '../../api/review.ts'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { useSetupLink } from '../../features/mailbox/use-setup-link.tsx'
import { subjectText } from '../../lib/message-texts.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { rich } from '../../texts/rich.ts'
import { t, text, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { moveFocusToHeading, useSingleKeys, useSingleKeysSetting } from '../../ui/single-keys.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ReviewItem } from './review-item.tsx'
import { ReviewSkeleton } from './review-skeleton.tsx'
import { useFolderUsage } from './use-review-destinations.ts'
import { useReview, type Review } from './use-review.ts'

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

const headings: Record<ReviewKind, string> = {
  unsure: text('Unsure email'),
  'no-folder': text('Email that fits no folder'),
}

function ReviewCard({ kind, review }: { kind: ReviewKind; review: Review }) {
  const { query, current, left, skipped, lastStep } = review
  // Nothing to count, and nothing to undo.
  const isEmpty = query.data !== undefined && left === 0 && skipped === 0 && !lastStep
  const keys = useSingleKeysSetting()
  const usage = useFolderUsage()
  const { active } = useMailboxes()
  // Requested in parallel with the messages.
  useQuery({ ...foldersQuery(active?.id ?? ''), enabled: active !== null })
  const undo = (): void => {
    if (!lastStep) return announce(t('There is nothing to undo'))
    review.undo(lastStep)
    announce(t('Undone: {subject}', { subject: subjectText(lastStep.entry.subject) }))
    moveFocusToHeading()
  }
  useFocusFallback(current?.id ?? null)
  useSingleKeys(keys.on, (key) => {
    if (key === 'z') undo()
    return key === 'z'
  })
  return (
    <div data-keys>
      <Card>
        {!isEmpty && (
          <header className="flex min-h-16 flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
            <h2 tabIndex={-1} className="text-base font-semibold tabular-nums outline-none">
              {left > 0 ? tn(left, '{count} email to review', '{count} emails to review') : t(headings[kind])}
              {skipped > 0 && (
                <span className="text-sm font-normal text-muted max-sm:hidden">
                  {' '}
                  {t('· {count} skipped', { count: skipped })}
                </span>
              )}
            </h2>
            <Button
              icon={<Undo2 aria-hidden="true" />}
              paused={!lastStep}
              aria-keyshortcuts={keys.on ? 'Z' : undefined}
              aria-label={t('Undo the last')}
              onClick={undo}
            >
              {t('Undo')} {keys.on && <KeyCap>Z</KeyCap>}
            </Button>
          </header>
        )}
        {current ? (
          <ReviewItem key={current.mailbox_id} entry={current} review={review} keys={keys} usage={usage} />
        ) : (
          <NoCurrentMessage kind={kind} review={review} />
        )}
      </Card>
    </div>
  )
}

function NoCurrentMessage({ kind, review }: { kind: ReviewKind; review: Review }) {
  const { query, left, skipped, lastStep } = review
  if (query.isPending || (query.isFetching && left > 0)) return <ReviewSkeleton kind={kind} />
  if (query.error) return <ReviewUnavailable busy={query.isFetching} onRetry={() => void query.refetch()} />
  if (skipped === 0) return <NothingToReview kind={kind} level={lastStep ? 3 : 2} />
  return (
    <OnlySkippedLeft
      skipped={skipped}
      onShow={() => {
        review.showSkipped()
        moveFocusToHeading()
      }}
    />
  )
}

/** If the focused element was removed with the answered message, the heading gets the focus. */
function useFocusFallback(currentId: string | null): void {
  const previousId = useRef(currentId)
  useEffect(() => {
    if (previousId.current !== null && document.activeElement === document.body) moveFocusToHeading()
    previousId.current = currentId
  }, [currentId])
}

const ReviewUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon={<TriangleAlert />}
    title={t('This email is not available right now')}
    description={t('It is safe in your inbox. Sorting continues.')}
    action={<RetryButton busy={busy} onRetry={onRetry} />}
  />
)

function OnlySkippedLeft({ skipped, onShow }: { skipped: number; onShow: () => void }) {
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
const NothingToReview = ({ kind, level }: { kind: ReviewKind; level: 2 | 3 }) => (
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
