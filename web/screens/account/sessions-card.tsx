import { useQuery } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import type { AccountSession } from '../../../contract/functions/account-sessions.ts'
import { sessionsQuery, useEndSessions } from '../../api/account-functions.ts'
import { now } from '../../lib/clock.ts'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { listInitialLength } from '../../limits.ts'
import { t } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { deviceName, isHandheld } from './device-name.ts'
import { errorMessage } from './error-message.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { LoadFailure } from '../../forms/load-failure.tsx'

export function SessionsCard() {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery)
  const end = useEndSessions()
  const list = useRef<HTMLUListElement>(null)
  const hasOthers = sessions?.some(({ current }) => !current) ?? false

  const endSession = (which: { sessionId: string } | 'others'): void =>
    end.mutate(which, {
      onSuccess: () => {
        // The focused button is removed with its row.
        list.current?.focus({ preventScroll: true })
        toastSuccess(which === 'others' ? t('All other devices are signed out') : t('Device signed out'))
      },
      onError: (failure) => toastError(t('Failed to sign out'), errorMessage(failure)),
    })

  return (
    <Card
      title={t('Sessions')}
      description={t('The devices that are signed in to your account')}
      actions={
        hasOthers && (
          <Button
            icon={<LogOut aria-hidden="true" />}
            busy={end.isPending && end.variables === 'others'}
            paused={end.isPending}
            onClick={() => endSession('others')}
          >
            {t('Sign Out All Others')}
          </Button>
        )
      }
    >
      <div className="border-t border-line">
        {sessions ? (
          <SessionsList ref={list} sessions={sessions} end={end} onEnd={(sessionId) => endSession({ sessionId })} />
        ) : error ? (
          <LoadFailure
            title={t('Your sessions could not be loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={2} rowClassName="h-19" label={t('Loading your sessions...')} />
        )}
      </div>
    </Card>
  )
}

interface SessionsListProps {
  ref: Ref<HTMLUListElement>
  sessions: readonly AccountSession[]
  /** The mutation that ends sessions. */
  end: Pick<ReturnType<typeof useEndSessions>, 'isPending' | 'variables'>
  onEnd: (sessionId: string) => void
}

function SessionsList({ ref, sessions, end, onEnd }: SessionsListProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const endingId = end.isPending && typeof end.variables === 'object' ? end.variables.sessionId : null
  // This device first, then by last use (the server's order).
  const ordered = [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)]
  return (
    <ul ref={ref} tabIndex={-1} aria-label={t('Devices that are signed in')} className="divide-y divide-line">
      {ordered.slice(0, isExpanded ? undefined : listInitialLength).map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          busy={session.id === endingId}
          paused={end.isPending}
          onEnd={() => onEnd(session.id)}
        />
      ))}
      {!isExpanded && ordered.length > listInitialLength && (
        <li className="px-5 py-3 text-center">
          <Button tone="quiet" size="small" onClick={() => setIsExpanded(true)}>
            {t('Show All {count} Devices', { count: ordered.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}

interface SessionRowProps {
  session: AccountSession
  busy: boolean
  paused: boolean
  onEnd: () => void
}

function SessionRow({ session, busy, paused, onEnd }: SessionRowProps) {
  const name = deviceName(session.userAgent)
  const Picture = isHandheld(session.userAgent) ? Smartphone : Monitor
  const used = session.current
    ? t('Active now')
    : t('Last used {date}', { date: formatMoment(session.lastUsedAt, now()) })
  const where = [used, session.ip, t('signed in {date}', { date: formatDate(session.createdAt) })].filter(
    (part) => part !== null,
  )
  return (
    <li className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <Picture aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium">{name}</h3>
          {session.current && <Badge tone="good">{t('This device')}</Badge>}
          {session.aal === 'aal2' && <Badge>{t('Two-step')}</Badge>}
        </div>
        <InlineFacts of={where} />
      </div>
      {!session.current && (
        <Button size="small" busy={busy} paused={paused} onClick={onEnd} aria-label={t('Sign out {name}', { name })}>
          {t('Sign Out')}
        </Button>
      )}
    </li>
  )
}
