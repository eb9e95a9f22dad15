import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { tidyUpDays } from '../../../../contract/limits.ts'
import { messageOf } from '../../../api/api-error.ts'
import { backfillQuery } from '../../../api/backfill.ts'
import { sortingPausedText } from '../../../lib/mailbox-status.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Link } from '../../../routing/link.tsx'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { inlineLinkClasses } from '../../../ui/link-classes.ts'
import { Notice } from '../../../ui/notice.tsx'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { isOpen, stateBadges } from '../../../features/sort-existing/backfill-texts.ts'
import { ExistingMailFrame, ExistingMailSkeleton } from './existing-mail-frame.tsx'

const SortExistingDialog = onDemand(
  async () => (await import('../../../features/sort-existing/sort-existing-dialog.tsx')).SortExistingDialog,
  {
    failed: ({ onClose }) => onClose(),
  },
)

const BackfillProgress = onDemand(async () => (await import('./backfill-progress.tsx')).BackfillProgress, {
  waiting: () => <ExistingMailSkeleton />,
})

/** Sorting of messages that are in the inbox already (backfill). It runs on the server, also if this page is closed. */
export function SortExistingCard({ mailbox }: { mailbox: Mailbox }) {
  const { data: backfill, error, isFetching, refetch } = useQuery(backfillQuery(mailbox.id))
  const [choosing, setChoosing] = useState(false)
  const isActive = mailbox.status === 'active'
  const badge = backfill ? stateBadges[backfill.state] : null
  return (
    <ExistingMailFrame
      mailbox={mailbox}
      badge={badge && <Badge tone={badge.tone}>{t(badge.label)}</Badge>}
      isOpen={Boolean(backfill && isOpen(backfill))}
      onStart={backfill !== undefined && isActive ? () => setChoosing(true) : undefined}
    >
      {backfill === undefined ? (
        error ? (
          <Notice tone="bad" role="alert">
            {t('The progress could not be loaded: {error}', { error: messageOf(error) })}
            <div className="mt-2">
              <RetryButton size="small" busy={isFetching} onRetry={() => refetch()} />
            </div>
          </Notice>
        ) : (
          <ExistingMailSkeleton />
        )
      ) : backfill === null ? (
        <p className="text-pretty text-muted">
          {isActive
            ? rich(
                'Emails from before you connected are not sorted automatically. Sort them here, as far back as you ' +
                  'like, or <link>tidy up</link> the last {days} days in groups.',
                {
                  days: tidyUpDays,
                  link: (label) => (
                    <Link to="/tidy-up" className={inlineLinkClasses}>
                      {label}
                    </Link>
                  ),
                },
              )
            : mailbox.status === 'reauth_required'
              ? t('Reconnect this mailbox to sort what is in its inbox.')
              : sortingPausedText(mailbox)}
        </p>
      ) : (
        <BackfillProgress backfill={backfill} mailbox={mailbox} />
      )}
      {choosing && <SortExistingDialog mailbox={mailbox} onClose={() => setChoosing(false)} />}
    </ExistingMailFrame>
  )
}
