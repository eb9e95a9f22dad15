import { useQuery } from '@tanstack/react-query'
import { History, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { activityQuery } from '../../api/account-functions.ts'
import { listInitialLength } from '../../limits.ts'
import { now } from '../../lib/clock.ts'
import { formatMoment } from '../../lib/format.ts'
import { safeText } from '../../lib/safe-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { activityText } from './activity-text.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { deviceName } from './device-name.ts'
import { LoadFailure } from '../../forms/load-failure.tsx'
import { t } from '../../texts/translate.ts'

export function ActivityCard() {
  const { data: events, error, isFetching, refetch } = useQuery(activityQuery)
  const [isExpanded, setIsExpanded] = useState(false)
  const shown = isExpanded ? events : events?.slice(0, listInitialLength)

  return (
    <Card
      title={t('Recent Activity')}
      description={t('What happened to your account. Change your password if it was not you.')}
    >
      <div className="border-t border-line">
        {shown ? (
          shown.length === 0 ? (
            <EmptyState
              icon={<History />}
              title={t('No activity yet')}
              description={t('Sign-ins and changes to your account show here.')}
            />
          ) : (
            <>
              <ol aria-label={t('Recent activity, newest first')} className="divide-y divide-line">
                {shown.map((event, index) => (
                  <Entry key={`${event.at} ${index}`} event={event} />
                ))}
              </ol>
              {!isExpanded && events && events.length > listInitialLength && (
                <div className="border-t border-line px-5 py-3 text-center">
                  <Button tone="quiet" size="small" onClick={() => setIsExpanded(true)}>
                    {t('Show All {count} Events', { count: events.length })}
                  </Button>
                </div>
              )}
            </>
          )
        ) : error ? (
          <LoadFailure
            title={t('Your activity could not be loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={listInitialLength} rowClassName="h-16" label={t('Loading your activity...')} />
        )}
      </div>
    </Card>
  )
}

interface EntryProps {
  event: { at: string; action: string; detail: string | null; ip: string | null; userAgent: string | null }
}

function Entry({ event: { at, action, detail, ip, userAgent } }: EntryProps) {
  const { text, isAlarming } = activityText(action)
  const device = userAgent === null ? null : deviceName(userAgent)
  const facts = [detail && safeText(detail), device, ip].filter((part) => part !== null)
  return (
    <li className="flex min-h-16 items-center justify-between gap-x-4 px-5 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          {isAlarming && <ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />}
          {safeText(t(text))}
        </p>
        <InlineFacts of={facts} />
      </div>
      <time dateTime={at} className="text-sm whitespace-nowrap text-muted">
        {formatMoment(at, now())}
      </time>
    </li>
  )
}
