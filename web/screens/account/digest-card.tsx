import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DigestSchedule, type EmailDigestOutput, everyDay } from '../../../contract/functions/email-digest.ts'
import { weekdayName } from '../../../contract/local-days.ts'
import { emailDigestQuery } from '../../api/email-digest.ts'
import { formatDateTime, formatHour } from '../../lib/format.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { rich } from '../../texts/rich.ts'
import { locale, t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../../forms/load-failure.tsx'

const DigestDialog = onDemand(async () => (await import('./digest-dialog.tsx')).DigestDialog, {
  failed: ({ onClose }) => onClose(),
})
const DigestConfirmation = onDemand(async () => (await import('./digest-confirmation.tsx')).DigestConfirmation)

/** When the user gets a summary by email. */
export function DigestCard() {
  const { data: digest, error, isFetching, refetch } = useQuery(emailDigestQuery)
  return (
    <Card
      title={t('Email Digest')}
      description={t('A summary by email: what was sorted, what waits for your review, and what needs you')}
    >
      <div className="border-t border-line">
        {digest ? (
          <DigestSetting digest={digest} />
        ) : error ? (
          <LoadFailure
            title={t('Your digest could not be loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <output className="block px-5 py-4">
            <span className="sr-only">{t('Loading your digest...')}</span>
            <Skeleton className="h-12 w-full" />
          </output>
        )}
      </div>
    </Card>
  )
}

function DigestSetting({ digest }: { digest: EmailDigestOutput }) {
  const [isOpen, setIsOpen] = useState(false)
  const { schedule, nextAt, needsConfirmation, isAvailable } = digest
  return (
    <div className="space-y-4 px-5 py-4">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm">
          <span className="font-medium">{schedule ? scheduleText(schedule) : t('Off')}</span>
          {isAvailable && !needsConfirmation && nextAt !== null && (
            <span className="block text-muted">
              {rich('The next one is sent on {date} (your time), unless there is nothing to report.', {
                date: <time dateTime={nextAt}>{formatDateTime(nextAt)}</time>,
              })}
            </span>
          )}
        </p>
        {isAvailable && <Button onClick={() => setIsOpen(true)}>{t('Change')}</Button>}
      </div>
      {!isAvailable && (
        <Notice tone="neutral">
          {t('This server cannot send email, so there is no digest. Its operator can change that.')}
        </Notice>
      )}
      {isAvailable && needsConfirmation && <DigestConfirmation />}
      {isOpen && <DigestDialog digest={digest} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

/** “Each day at 06:00”, “Monday and Friday at 18:00”. */
function scheduleText({ hour, days }: DigestSchedule): string {
  const time = formatHour(hour)
  if (days.length === everyDay.length) return t('Each day at {time}', { time })
  const names = days.map((day) => weekdayName(day, locale()))
  return t('{days} at {time}', { days: new Intl.ListFormat(locale()).format(names), time })
}
