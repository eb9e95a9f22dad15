import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { sessionsQuery, useEndSessions } from '../../api/account-functions.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { said } from './said.ts'
import { SessionRow } from './session-row.tsx'

const shownAtFirst = 5

export function SessionsCard() {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery)
  const end = useEndSessions()
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const others = sessions?.filter(({ current }) => !current) ?? []
  // The one of this device first, then the one that was used last.
  const ordered = [...(sessions?.filter(({ current }) => current) ?? []), ...others]

  const run = (which: { sessionId: string } | 'others'): void =>
    end.mutate(which, {
      onSuccess: () => {
        // The button goes with its row.
        list.current?.focus({ preventScroll: true })
        toastSuccess(which === 'others' ? 'All other devices are signed out' : 'Device signed out')
      },
      onError: (failure) => toastError('Failed to sign out', said(failure)),
    })

  return (
    <Card
      title="Sessions"
      description="The devices that are signed in to your account"
      actions={
        others.length > 0 && (
          <Button
            icon={<LogOut aria-hidden="true" />}
            busy={end.isPending && end.variables === 'others'}
            paused={end.isPending}
            onClick={() => run('others')}
          >
            Sign Out All Others
          </Button>
        )
      }
    >
      <div className="border-t border-line">
        {sessions ? (
          <ul ref={list} tabIndex={-1} aria-label="Devices that are signed in" className="divide-y divide-line">
            {ordered.slice(0, all ? undefined : shownAtFirst).map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={end.isPending && end.variables !== 'others' && end.variables.sessionId === session.id}
                paused={end.isPending}
                onEnd={() => run({ sessionId: session.id })}
              />
            ))}
            {!all && ordered.length > shownAtFirst && (
              <li className="px-5 py-3 text-center">
                <Button tone="quiet" size="small" onClick={() => setAll(true)}>
                  Show All {ordered.length} Devices
                </Button>
              </li>
            )}
          </ul>
        ) : error ? (
          <LoadFailure what="Your sessions" error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={2} rowClassName="h-19" label="Loading your sessions..." />
        )}
      </div>
    </Card>
  )
}
